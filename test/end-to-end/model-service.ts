import { startModelServer, type ModelServer } from "../model-server/model-server.ts";
import { dataDirectory, startService, type Service } from "./service.ts";

/**
 * Settings for a scripted endpoint: the model `large`, the fallback `small`, and vectors that
 * distinguish words.
 */
export const modelEnvironment = ({
  url,
}: Pick<ModelServer, "url">): Readonly<Record<string, string>> => ({
  OPENAI_BASE_URL: url,
  OPENAI_API_KEY: "secret-key",
  EXTRACTION_MODEL: "large",
  FALLBACK_MODEL: "small",
  EMBEDDING_MODEL: "vectors",
  EMBEDDING_DIMENSIONS: "256",
});

/** The built service with a scripted model behind it. */
export interface ModelService {
  readonly model: ModelServer;
  readonly service: Service;
  readonly directory: string;
  /** Stops both. Returns the service's exit code. */
  stop(): Promise<number | null>;
}

export const startModelService = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<ModelService> => {
  const model = await startModelServer();
  const directory = await dataDirectory();
  const service = await startService(directory.path, {
    ...modelEnvironment(model),
    ...environment,
  });
  return {
    model,
    service,
    directory: directory.path,
    stop: async () => {
      const code = await service.stop();
      await model.close();
      await directory.remove();
      return code;
    },
  };
};
