import type { ApolloServerPlugin } from "@apollo/server";

/** GraphQL over HTTP: a client that does not accept the response type of GraphQL's own learns of errors from the body alone. */
export const acceptsGraphqlResponse = (accept: string | undefined): boolean =>
  (accept ?? "").includes("application/graphql-response+json");

/**
 * To a client that accepts `application/json` only, a well-formed request answers 200 even where its document does not parse, does not validate or is
 * refused (audits 572B, FDE2, 7B9B of graphql-http); with `application/graphql-response+json` it answers 400.
 */
export const legacyJsonStatus: ApolloServerPlugin = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response }) {
        if (
          response.http.status === 400 &&
          request.query !== undefined &&
          !acceptsGraphqlResponse(request.http?.headers.get("accept"))
        )
          response.http.status = 200;
      },
    };
  },
};
