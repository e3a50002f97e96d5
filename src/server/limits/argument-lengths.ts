import { Kind, visit, type ArgumentNode, type DocumentNode, type ValueNode } from "graphql";
import { Problem } from "../../memory/problem.ts";

const KIB = 1024;
/** Maximum number of bytes of UTF-8 of a text argument. */
const BYTES = 4 * KIB;
const BYTES_BY_NAME: Readonly<Record<string, number>> = {
  name: KIB,
  nameContains: KIB,
  speaker: KIB,
  slot: KIB,
  type: KIB,
  types: KIB,
  title: KIB,
  idempotencyKey: KIB,
  query: 8 * KIB,
  question: 8 * KIB,
  value: 16 * KIB,
};
/**
 * Messages, and objects of any form: the body limits these, and their readers refuse what is too
 * long (MESSAGE_TOO_LONG).
 */
const OTHERWISE_LIMITED = new Set([
  "message",
  "recentMessages",
  "text",
  "content",
  "metadata",
  "config",
]);

/** The value of a variable: from the request, or its default in the document. */
type Variable = { readonly givenValue: unknown } | { readonly byDefault: ValueNode };
type Variables = ReadonlyMap<string, Variable>;

const refuseText = (name: string, text: string): void => {
  const most = BYTES_BY_NAME[name] ?? BYTES;
  // A character takes at most three bytes per code unit, so that most texts need not be measured.
  if (text.length * 3 <= most) return;
  const bytes = Buffer.byteLength(text, "utf8");
  if (bytes > most)
    throw new Problem(
      "ARGUMENT_TOO_LONG",
      `${name} has ${bytes} bytes; at most ${most} are allowed.`,
    );
};

const refuseJson = (name: string, value: unknown): void => {
  if (OTHERWISE_LIMITED.has(name)) return;
  if (typeof value === "string") refuseText(name, value);
  else if (Array.isArray(value)) for (const item of value) refuseJson(name, item);
  else if (typeof value === "object" && value !== null)
    for (const [field, inner] of Object.entries(value)) refuseJson(field, inner);
};

const refuseNode = (name: string, node: ValueNode, variables: Variables): void => {
  if (OTHERWISE_LIMITED.has(name)) return;
  if (node.kind === Kind.VARIABLE) {
    const variable = variables.get(node.name.value);
    if (variable === undefined) return;
    if ("givenValue" in variable) refuseJson(name, variable.givenValue);
    else refuseNode(name, variable.byDefault, variables);
  } else if (node.kind === Kind.STRING) refuseText(name, node.value);
  else if (node.kind === Kind.LIST)
    for (const item of node.values) refuseNode(name, item, variables);
  else if (node.kind === Kind.OBJECT)
    for (const field of node.fields) refuseNode(field.name.value, field.value, variables);
};

/** The arguments and the variables of a document. */
interface DocumentArguments {
  readonly variables: readonly {
    readonly name: string;
    readonly byDefault?: ValueNode | undefined;
  }[];
  readonly args: readonly ArgumentNode[];
}

const argumentsByDocument = new WeakMap<DocumentNode, DocumentArguments>();

/** Read once for each document, because clients send the same ones again. */
const argumentsOf = (document: DocumentNode): DocumentArguments => {
  const knownArguments = argumentsByDocument.get(document);
  if (knownArguments !== undefined) return knownArguments;
  const variables: { name: string; byDefault?: ValueNode | undefined }[] = [];
  const args: ArgumentNode[] = [];
  visit(document, {
    VariableDefinition: ({ variable, defaultValue }) => {
      variables.push({ name: variable.name.value, byDefault: defaultValue });
    },
    Argument: (argument) => {
      args.push(argument);
    },
  });
  const documentArguments = { variables, args };
  argumentsByDocument.set(document, documentArguments);
  return documentArguments;
};

/**
 * Refuses an operation with an argument that is too long for its argument or input field, with
 * ARGUMENT_TOO_LONG, because the time of rules over text grows with its length. The operation must
 * be valid, and its variables readable.
 */
export const refuseLongArguments = (
  document: DocumentNode,
  variableValues: Readonly<Record<string, unknown>> | undefined,
): void => {
  const { variables: definitions, args } = argumentsOf(document);
  const variables = new Map<string, Variable>();
  for (const { name, byDefault } of definitions) {
    const value = variableValues?.[name];
    if (value !== undefined) variables.set(name, { givenValue: value });
    else if (byDefault) variables.set(name, { byDefault });
  }
  for (const { name, value } of args) refuseNode(name.value, value, variables);
};
