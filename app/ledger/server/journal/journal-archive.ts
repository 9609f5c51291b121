import { streamOf } from '../../../../server/platform/stream-of.ts'
import { type ZipEntry, zipChunks } from '../../../downloads/server/zip.ts'
import { copied, textEntry, withManifest } from '../../../downloads/server/zip-manifest.ts'
import type { JournalFormat } from '../../journal.ts'
import {
  type AccountSums,
  accountsOf,
  type JournalFile,
  journalFiles,
  manifestOf,
  type Voucher,
} from './journal-formats.ts'

/**
 * @param batches of entries, read while the archive is streamed
 * @param also additional files
 * @returns a journal's archive (ZIP) for a program: its files, a manifest with totals, the totals of each account, and
 * their SHA-256 sums
 */
export function journalArchive(
  format: JournalFormat,
  batches: AsyncIterable<readonly Voucher[]>,
  also: readonly { name: string; text: string }[] = [],
): ReadableStream<Uint8Array> {
  return streamOf(copied(zipChunks(withManifest(entriesOf(format, batches, also)))))
}

async function* entriesOf(
  format: JournalFormat,
  batches: AsyncIterable<readonly Voucher[]>,
  also: readonly { name: string; text: string }[],
): AsyncGenerator<ZipEntry, void, void> {
  const sums: AccountSums = new Map()
  const files: Omit<JournalFile, 'text'>[] = []
  for await (const { text, ...file } of journalFiles(format, batches, sums)) {
    files.push(file)
    yield textEntry(file.name, text)
  }
  for (const { name, text } of also) yield textEntry(name, text)
  yield textEntry('Accounts.csv', accountsOf(sums))
  yield textEntry('Manifest.csv', manifestOf(files))
}
