/** A column's name in TypeScript: `created_at` is createdAt. */
export type Camel<Column> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Column

/** A row under those names. */
export type CamelRow<Row> = { [Column in keyof Row as Camel<Column>]: Row[Column] }

/** @returns a row that was read as a whole, under those names */
export function camelRow<Row extends object>(row: Row): CamelRow<Row> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [camel(column), value])) as CamelRow<Row>
}

function camel(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())
}

type Aliased<Column, Prefix extends string> = Column extends string ? `${Prefix}${Column} as ${Camel<Column>}` : never

/**
 * @param table the statement's alias of their table, where it reads several
 * @returns columns to select under their names in TypeScript
 */
export function aliased<const Column extends string>(columns: readonly Column[]): Aliased<Column, ''>[]
export function aliased<const Column extends string, Table extends string>(
  columns: readonly Column[],
  table: Table,
): Aliased<Column, `${Table}.`>[]
export function aliased(columns: readonly string[], table?: string): string[] {
  return columns.map(column => `${table ? `${table}.` : ''}${column} as ${camel(column)}`)
}
