import { downloadJournal } from '../../app/ledger/server/journal/journal-exports.ts'
import type { Actor } from '../../server/access/actor.ts'
import { readRows } from '../../server/tables/read-rows.ts'
import { unzip } from './unzip.ts'

export const readCsv = (text: string) => readRows(text, ',').rows.map(({ cells }) => cells)

/** @returns the files of an export by their names */
export async function filesOf(admin: Actor, id: string): Promise<Record<string, string>> {
  const { archive } = await downloadJournal(admin, id)
  const bytes = Buffer.from(await new Response(archive).arrayBuffer())
  return Object.fromEntries(unzip(bytes).map(({ name, content }) => [name, content.toString()]))
}

export const journalsOf = (files: Record<string, string>) =>
  Object.entries(files).flatMap(([name, text]) => (/^journal-\d+\.csv$/.test(name) ? [text] : []))
