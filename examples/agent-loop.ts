/**
 * An agent with a memory: before each answer it asks for context, after each message it remembers.
 * `answer` stands for the call of your model; here it hands back the context, so that you can see it.
 */
const SERVICE_URL = process.env["SERVICE_URL"] ?? "http://localhost:4000/graphql";

const graphql = async <Data>(query: string, variables: object): Promise<Data> => {
  const response = await fetch(SERVICE_URL, {
    method: "POST",
    headers: { "content-type": "application/json", "x-user-id": "ana" },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as {
    data?: Data;
    errors?: readonly { readonly message: string }[];
  };
  if (data === undefined || errors !== undefined)
    throw new Error(errors?.map(({ message }) => message).join("\n") ?? response.statusText);
  return data;
};

const recall = async (question: string): Promise<string> => {
  const { recall: found } = await graphql<{ recall: { text: string } }>(
    `
      query ($question: String!) {
        recall(question: $question, tokenBudget: 800) {
          text
        }
      }
    `,
    { question },
  );
  return found.text;
};

const remember = (message: string): Promise<unknown> =>
  graphql(
    `
      mutation ($message: String!) {
        write(input: { message: $message }) {
          success
        }
      }
    `,
    { message },
  );

const answer = async (message: string): Promise<string> => {
  const context = await recall(message);
  // const reply = await model.chat([{ role: "system", content: context }, { role: "user", content: message }]);
  return `Context for "${message}":\n${context}`;
};

for (const message of [
  "I live in Lisbon and work at Acme.",
  "My city has changed to Porto.",
  "What is my city?",
]) {
  console.log(`${await answer(message)}\n`);
  await remember(message);
}
