import { badRequest } from "../wire/failure.ts";
import { isArray, isObject, type Document, type Json } from "./json.ts";

export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly value?: Json | undefined;
}

/** The service takes at most so many operations in one patch. */
const MOST_OPERATIONS = 10;

type Change = (current: Json | undefined) => Json | undefined;

const changeOf = ({ op, path, value }: PatchOperation): Change => {
  switch (op) {
    case "add":
    case "set":
      if (value === undefined) throw badRequest(`${op} ${path} has no value.`);
      return () => value;
    case "replace":
      return (current) => {
        if (current === undefined || value === undefined)
          throw badRequest(`There is nothing to replace at ${path}.`);
        return value;
      };
    case "remove":
      return (current) => {
        if (current === undefined) throw badRequest(`There is nothing to remove at ${path}.`);
        return undefined;
      };
    case "incr":
      return (current) => {
        if ((current !== undefined && typeof current !== "number") || typeof value !== "number")
          throw badRequest(`There is no number at ${path}.`);
        return (current ?? 0) + value;
      };
    default:
      throw badRequest(`The double does not know the patch operation ${op}.`);
  }
};

const inArray = (
  items: readonly Json[],
  key: string,
  rest: readonly string[],
  op: string,
  change: Change,
): Json[] => {
  const at = key === "-" ? items.length : Number(key);
  if (!Number.isInteger(at) || at < 0 || at > items.length)
    throw badRequest(`There is no element ${key}.`);
  const changed =
    at === items.length || (rest.length === 0 && op === "add")
      ? change(undefined)
      : changeIn(items[at], rest, op, change);
  if (changed === undefined) return items.toSpliced(at, 1);
  return op === "add" && rest.length === 0
    ? items.toSpliced(at, 0, changed)
    : items.toSpliced(at, 1, changed);
};

const changeIn = (
  value: Json | undefined,
  path: readonly string[],
  op: string,
  change: Change,
): Json | undefined => {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (isArray(value)) return inArray(value, key, rest, op, change);
  if (!isObject(value)) throw badRequest(`There is no object that has ${key}.`);
  const { [key]: current, ...others } = value;
  const changed = changeIn(current, rest, op, change);
  return changed === undefined ? others : { ...value, [key]: changed };
};

/** Applies the operations one after the other, all of them or none. */
export const applyPatch = (document: Document, operations: readonly PatchOperation[]): Document => {
  if (operations.length === 0 || operations.length > MOST_OPERATIONS)
    throw badRequest(`A patch has 1 to ${MOST_OPERATIONS} operations.`);
  return operations.reduce<Document>((patched, operation) => {
    if (["id", "_rid", "_etag", "_ts", "_self"].includes(operation.path.slice(1)))
      throw badRequest(`${operation.path} cannot be patched.`);
    return changeIn(
      patched,
      operation.path.split("/").slice(1),
      operation.op,
      changeOf(operation),
    ) as Document;
  }, document);
};
