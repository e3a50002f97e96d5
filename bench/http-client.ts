/**
 * A client in a process of its own, so that only the server's CPU time is measured. It sends one
 * request for each message that it gets, and replies with the length of the response.
 */
const [url, body] = process.argv.slice(2) as [string, string];

process.on("message", async () => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const text = await response.text();
  if (!response.ok || text.includes('"errors"')) throw new Error(text.slice(0, 500));
  process.send?.(text.length);
});
