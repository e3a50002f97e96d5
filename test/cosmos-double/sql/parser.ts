import type { BinaryOperator, Expression, OrderItem, Projection, Select } from "./ast.ts";
import { Refusal, tokensOf, type Token } from "./tokens.ts";

/** Words of the language that cannot be names, not even after a dot. */
const RESERVED = new Set([
  "SELECT",
  "DISTINCT",
  "TOP",
  "VALUE",
  "FROM",
  "WHERE",
  "AND",
  "OR",
  "NOT",
  "IN",
  "BETWEEN",
  "LIKE",
  "ESCAPE",
  "ORDER",
  "BY",
  "RANK",
  "ASC",
  "DESC",
  "GROUP",
  "HAVING",
  "JOIN",
  "EXISTS",
  "ARRAY",
  "AS",
  "NULL",
  "UNDEFINED",
  "TRUE",
  "FALSE",
  "OFFSET",
  "LIMIT",
  "UDF",
  "CASE",
  "WHEN",
  "THEN",
  "ELSE",
  "END",
  "UNION",
  "LET",
  "INTO",
  "INSERT",
  "UPDATE",
  "DELETE",
  "SET",
  "OUTER",
  "LEFT",
  "RIGHT",
  "CROSS",
  "ON",
  "FOR",
  "CAST",
  "CONVERT",
  "CREATE",
  "EXEC",
  "OVER",
]);

const COMPARISONS = new Set(["=", "!=", "<", "<=", ">", ">="]);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(query: string) {
    this.#tokens = tokensOf(query);
  }

  query(): Select {
    const select = this.#select();
    if (this.#next.kind !== "end") this.#fail();
    return select;
  }

  get #next(): Token {
    const token = this.#tokens[this.#at];
    if (!token) throw new Refusal("SC1001 Syntax error: the query ends too early.");
    return token;
  }

  #fail(): never {
    throw new Refusal(
      `SC1001 Syntax error, incorrect syntax near '${this.#next.text}' at ${this.#next.at}.`,
    );
  }

  #is(text: string): boolean {
    const { kind, text: found } = this.#next;
    return kind === "word" ? found.toUpperCase() === text : kind === "symbol" && found === text;
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }

  #name(): string {
    const token = this.#next;
    if (token.kind !== "word" || RESERVED.has(token.text.toUpperCase())) this.#fail();
    this.#at++;
    return token.text;
  }

  #integer(): number {
    const token = this.#next;
    if (token.kind !== "number" || !/^\d+$/u.test(token.text))
      throw new Refusal(`The double takes an integer literal here, not '${token.text}'.`);
    this.#at++;
    return Number(token.text);
  }

  #select(): Select {
    this.#expect("SELECT");
    const distinct = this.#take("DISTINCT");
    const top = this.#take("TOP") ? this.#integer() : null;
    const projection = this.#projection();
    this.#expect("FROM");
    const alias = this.#name();
    const source = this.#take("IN") ? this.#postfix() : null;
    const joins: { alias: string; source: Expression }[] = [];
    while (this.#take("JOIN")) {
      const joined = this.#name();
      this.#expect("IN");
      joins.push({ alias: joined, source: this.#postfix() });
    }
    const where = this.#take("WHERE") ? this.#expression() : null;
    let rank: Expression | null = null;
    const orderBy: OrderItem[] = [];
    if (this.#take("ORDER")) {
      this.#expect("BY");
      if (this.#take("RANK")) rank = this.#expression();
      else
        do orderBy.push(this.#orderItem());
        while (this.#take(","));
    }
    let offset: number | null = null;
    let limit: number | null = null;
    if (this.#take("OFFSET")) {
      offset = this.#integer();
      this.#expect("LIMIT");
      limit = this.#integer();
    }
    return {
      distinct,
      top,
      projection,
      from: { alias, source },
      joins,
      where,
      orderBy,
      rank,
      offset,
      limit,
    };
  }

  #orderItem(): OrderItem {
    const expression = this.#expression();
    const descending = this.#take("DESC");
    if (!descending) this.#take("ASC");
    return { expression, descending };
  }

  #projection(): Projection {
    if (this.#take("*")) return { kind: "star" };
    if (this.#take("VALUE")) return { kind: "value", expression: this.#expression() };
    const items: { expression: Expression; alias: string | null }[] = [];
    do {
      const expression = this.#expression();
      items.push({ expression, alias: this.#take("AS") ? this.#name() : null });
    } while (this.#take(","));
    return { kind: "list", items };
  }

  #expression(): Expression {
    return this.#binary([["??"], ["OR"], ["AND"]], 0);
  }

  #binary(levels: readonly (readonly BinaryOperator[])[], level: number): Expression {
    const operators = levels[level];
    if (!operators) return this.#not();
    let left = this.#binary(levels, level + 1);
    for (;;) {
      const operator = operators.find((candidate) => this.#is(candidate));
      if (!operator) return left;
      this.#at++;
      left = { kind: "binary", operator, left, right: this.#binary(levels, level + 1) };
    }
  }

  #not(): Expression {
    return this.#take("NOT")
      ? { kind: "unary", operator: "NOT", operand: this.#not() }
      : this.#comparison();
  }

  #comparison(): Expression {
    const left = this.#sum();
    if (this.#is("BETWEEN")) throw new Refusal("The double refuses BETWEEN: write >= AND <=.");
    if (this.#is("LIKE")) throw new Refusal("The double does not know LIKE.");
    if (this.#take("IN")) {
      this.#expect("(");
      const list: Expression[] = [];
      do list.push(this.#expression());
      while (this.#take(","));
      this.#expect(")");
      return { kind: "in", value: left, list };
    }
    if (this.#next.kind !== "symbol" || !COMPARISONS.has(this.#next.text)) return left;
    const operator = this.#next.text as BinaryOperator;
    this.#at++;
    return { kind: "binary", operator, left, right: this.#sum() };
  }

  #sum(): Expression {
    let left = this.#product();
    while (this.#is("+") || this.#is("-") || this.#is("||")) {
      const operator = this.#next.text as BinaryOperator;
      this.#at++;
      left = { kind: "binary", operator, left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#unary();
    while (this.#is("*") || this.#is("/")) {
      const operator = this.#next.text as BinaryOperator;
      this.#at++;
      left = { kind: "binary", operator, left, right: this.#unary() };
    }
    return left;
  }

  #unary(): Expression {
    return this.#take("-")
      ? { kind: "unary", operator: "-", operand: this.#unary() }
      : this.#postfix();
  }

  #postfix(): Expression {
    let object = this.#primary();
    for (;;) {
      if (this.#take(".")) object = { kind: "member", object, key: this.#name() };
      else if (this.#take("[")) {
        const token = this.#next;
        if (token.kind !== "string" && token.kind !== "number") this.#fail();
        this.#at++;
        object = {
          kind: "member",
          object,
          key: token.kind === "string" ? token.text : Number(token.text),
        };
        this.#expect("]");
      } else return object;
    }
  }

  #primary(): Expression {
    const token = this.#next;
    if (token.kind === "string") return this.#literal(token.text);
    if (token.kind === "number") return this.#literal(Number(token.text));
    if (token.kind === "parameter") {
      this.#at++;
      return { kind: "parameter", name: token.text };
    }
    if (this.#take("(")) {
      const inner = this.#expression();
      this.#expect(")");
      return inner;
    }
    if (this.#take("[")) return { kind: "array", items: this.#list("]") };
    if (this.#take("{")) return this.#object();
    if (this.#take("EXISTS")) {
      this.#expect("(");
      const query = this.#select();
      this.#expect(")");
      return { kind: "exists", query };
    }
    if (this.#is("TRUE") || this.#is("FALSE")) return this.#literal(this.#is("TRUE"));
    if (this.#is("NULL")) return this.#literal(null);
    if (this.#take("UNDEFINED")) return { kind: "undefined" };
    const name = this.#name();
    return this.#take("(") ? { kind: "call", name, args: this.#list(")") } : { kind: "name", name };
  }

  #literal(value: string | number | boolean | null): Expression {
    this.#at++;
    return { kind: "literal", value };
  }

  #list(end: string): Expression[] {
    const items: Expression[] = [];
    if (this.#take(end)) return items;
    do items.push(this.#expression());
    while (this.#take(","));
    this.#expect(end);
    return items;
  }

  #object(): Expression {
    const properties: [string, Expression][] = [];
    if (this.#take("}")) return { kind: "object", properties };
    do {
      const token = this.#next;
      if (token.kind !== "string") this.#fail();
      this.#at++;
      this.#expect(":");
      properties.push([token.text, this.#expression()]);
    } while (this.#take(","));
    this.#expect("}");
    return { kind: "object", properties };
  }
}

/** Throws a Refusal for everything that the double does not know. */
export const parseQuery = (query: string): Select => new Parser(query).query();

/** The condition of a conditional patch: `from c where …`. */
export const parseCondition = (condition: string): Select => parseQuery(`SELECT * ${condition}`);
