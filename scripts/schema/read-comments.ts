import { readSchemaFiles, schemaFiles } from '../../server/database/schema-files.ts'

/** A schema file's description of its tables, in order. */
export interface Chapter {
  /** The file's name without `.sql`. */
  name: string
  /** Its first comment. */
  about: string
  tables: { name: string; about: string; columns: Map<string, string> }[]
}

/** @returns the files of the schema in their order */
export async function readChapters(): Promise<Chapter[]> {
  const texts = await readSchemaFiles()
  return schemaFiles.map((name, n) => {
    const text = texts[n] ?? ''
    const about = /^(?:--.*\n)+/.exec(text)?.[0] ?? ''
    const tables = [...text.matchAll(/^((?:--.*\n)*)create (?:table|view) ([\w.]+)([\s\S]*?);$/gm)]
    return {
      name,
      about: proseOf(about),
      tables: tables.map(([, above = '', table = '', body = '']) => ({
        name: table,
        about: proseOf(above),
        columns: columnsOf(body),
      })),
    }
  })
}

/** The comments above the columns, and above constraints by their names. */
function columnsOf(body: string): Map<string, string> {
  const columns = new Map<string, string>()
  for (const [, above = '', name = ''] of body.matchAll(/^((?: {2}--.*\n)+) {2}(?:constraint )?(\w+)/gm)) {
    columns.set(name, proseOf(above))
  }
  return columns
}

function proseOf(comment: string): string {
  return comment
    .split('\n')
    .map(line => line.replace(/^ *-- ?/, ''))
    .join('\n')
    .trim()
}
