/**
 * Compatible servers answer errors in several forms: `{error: {message}}` as OpenAI does, `{error: "…"}`, `{message, param}`, and
 * `{detail: …}`. The client library reads the first and loses the others; this fetch gives it the first form always.
 */
const asOpenAi = (body: unknown): object | null => {
  if (typeof body !== "object" || body === null) return null;
  const { error, message, detail } = body as {
    error?: unknown;
    message?: unknown;
    detail?: unknown;
  };
  if (typeof error === "object" && error !== null) return null;
  if (typeof error === "string") return { ...body, error: { message: error } };
  if (typeof message === "string") return { error: body };
  if (detail !== undefined)
    return { error: { message: typeof detail === "string" ? detail : JSON.stringify(detail) } };
  return null;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

export const fetchWithErrorBodies: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.ok) return response;
  const text = await response.text();
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"])
    headers.delete(name);
  return new Response(JSON.stringify(asOpenAi(parsed(text)) ?? undefined) ?? text, {
    status,
    statusText,
    headers,
  });
};
