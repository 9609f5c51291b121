import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type { Database } from './types.ts'

/** Parameter types of a statement. */
export type Value = string | number | boolean | Date | null

/** A statement with its values, ready to run; its rows are `Row`s. */
export interface Statement<Row> {
  /** Name under which connections prepare it; undefined if its text varies. */
  name?: string
  text: string
  values: readonly Value[]
  /** Never present: it only carries the type. */
  row?: Row
}

/** A query of Kysely's, or the result of its `sql`. */
type Query<Row> = Pick<Compilable<Row>, 'compile'> | { compile(db: Kysely<Database>): CompiledQuery<Row> }

/** Compiles queries without a connection. */
const compiler = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The placeholder of a value while a statement is compiled. */
class Placeholder {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
}

/**
 * A statement with constant text: compiled once, and prepared once by each connection.
 * @param name unique among all
 * @param build makes the query. It may only pass its values on, since they are placeholders
 * @returns a function that takes the values
 */
export function prepared<Values extends Value[], Row>(
  name: string,
  build: (db: Kysely<Database>, ...values: Values) => Query<Row>,
): (...values: Values) => Statement<Row> {
  let compiled: CompiledQuery<Row> | undefined
  return (...values) => {
    compiled ??= compile(build(compiler, ...(values.map((_, at) => new Placeholder(at)) as unknown as Values)))
    const { sql: text, parameters } = compiled
    const filledIn = (value: unknown) => (value instanceof Placeholder ? values[value.at] : value) as Value
    return { name, text, values: parameters.map(filledIn) }
  }
}

/**
 * One-row statements without values, as one statement with one row: a column each, null where its statement finds no row.
 * The columns are JSON, so the statements must not return dates.
 * @param name unique among all
 */
export function inOneRow<Parts extends Record<string, () => Statement<unknown>>>(
  name: string,
  parts: Parts,
): () => Statement<{ [Part in keyof Parts]: RowOf<ReturnType<Parts[Part]>> | null }> {
  const column = ([part, statement]: [string, () => Statement<unknown>]) => {
    const { text, values } = statement()
    if (values.length > 0) throw new Error(`${part} of ${name} has values.`)
    return sql`(select to_jsonb(found) from (${sql.raw(text)}) found) as ${sql.id(part)}`
  }
  return prepared(name, () => sql<never>`select ${sql.join(Object.entries(parts).map(column))}`)
}

type RowOf<Statements> = Statements extends Statement<infer Row> ? Row : never

/** @returns a statement with variable text, which connections don't prepare */
export function unprepared<Row>(build: (db: Kysely<Database>) => Query<Row>): Statement<Row> {
  const { sql: text, parameters } = compile(build(compiler))
  return { text, values: parameters as Value[] }
}

function compile<Row>(query: Query<Row>): CompiledQuery<Row> {
  return (query as { compile(db: Kysely<Database>): CompiledQuery<Row> }).compile(compiler)
}
