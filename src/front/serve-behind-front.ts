import type { Config } from "../config/config.ts";
import { describeError, type Log } from "../server/log.ts";
import { serve } from "../assembly/serve.ts";
import type { Assignment } from "./assignment.ts";
import { linkToFront } from "./process-link.ts";

/**
 * Serves a part of the spaces to the front that started this process, until the front stops it. The
 * process ends with the front: Node ends a process of a cluster that loses its primary.
 */
export const serveBehindFront = async (
  config: Config,
  log: Log,
  assignment: Assignment,
): Promise<void> => {
  // The front handles signals to all processes of the service, and stops them in order.
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => undefined);
  const service = await serve(config, log, assignment);
  linkToFront(process, {
    answeredBy: service.answeredBy,
    answer: async (question) =>
      question === "metrics" ? service.metrics() : ((await service.unreadiness()) ?? "ready"),
    stop: () => {
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ fault: describeError(error, log) }, "A serving process could not stop.");
          process.exit(1);
        },
      );
    },
  });
};
