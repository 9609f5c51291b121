import pg from 'pg'
import type { Statement, Value } from './prepared.ts'

type Row = Record<string, unknown>
type Column = { name: string; parse: (text: string) => unknown }

/** What the driver's connection has for writing the protocol's messages, and its types leave out. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parse(message: { name?: string; text: string }): void
  bind(message: { statement?: string; values: (string | null)[]; valueMapper: (value: unknown) => unknown }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
  sync(): void
  sendCopyFail(reason: string): void
}

/** By connection and name, the statements that it has prepared, with their columns. */
const preparedOn = new WeakMap<Connection, Map<string, Column[]>>()

/**
 * Statements that go to the database together and are answered together, for the driver's `client.query`. Each query of
 * the driver's own ends with a Sync: the database then sends its answer by itself, and both sides wake up for it. Where
 * one statement fails the database skips those after it, and the whole batch fails.
 */
export class BatchQuery {
  /** The rows of each statement. Who makes a batch has to await them. */
  readonly answers: Promise<Row[][]>
  readonly #statements: readonly Statement<unknown>[]
  readonly #rows: Row[][]
  readonly #columns: Column[][]
  #known = new Map<string, Column[]>()
  #answered = 0
  #resolve: (rows: Row[][]) => void = () => {}
  #reject: (error: unknown) => void = () => {}

  constructor(statements: readonly Statement<unknown>[]) {
    this.answers = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#statements = statements
    this.#rows = statements.map(() => [])
    this.#columns = statements.map(() => [])
  }

  submit(driversConnection: pg.Connection): void {
    const connection = driversConnection as unknown as Connection
    this.#known = preparedOn.get(connection) ?? new Map()
    preparedOn.set(connection, this.#known)
    connection.stream.cork()
    for (const [at, { name, text, values }] of this.#statements.entries()) {
      const known = name === undefined ? undefined : this.#known.get(name)
      if (known) this.#columns[at] = known
      else if (!this.#statements.slice(0, at).some(before => name && before.name === name))
        connection.parse({ name, text })
      connection.bind({ statement: name, values: values.map(asText), valueMapper: value => value })
      if (!known) connection.describe({ type: 'P' })
      connection.execute({})
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns[this.#answered] = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Row = {}
    for (const [at, { name, parse }] of this.#columns[this.#answered]?.entries() ?? []) {
      const text = fields[at]
      row[name] = text === null || text === undefined ? null : parse(text)
    }
    this.#rows[this.#answered]?.push(row)
  }

  handleCommandComplete(): void {
    this.#answered++
  }

  handleEmptyQuery(): void {
    this.#answered++
  }

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('nothing to copy')
  }

  handleReadyForQuery(): void {
    for (const [at, { name }] of this.#statements.entries()) if (name) this.#known.set(name, this.#columns[at] ?? [])
    this.#resolve(this.#rows)
  }

  handleError(error: unknown): void {
    this.#reject(error)
  }
}

function asText(value: Value): string | null {
  if (value === null) return null
  return value instanceof Date ? value.toISOString() : String(value)
}
