import { type AuditQuery, roleWords } from '../../rules/audit-words.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { csvLine } from '../platform/csv.ts'
import { streamOf } from '../platform/stream-of.ts'
import { type AuditEntry, readWholeLog } from './read-log.ts'

/** The columns of an export as a table. */
const columns: [string, (entry: AuditEntry) => string | undefined][] = [
  ['Time (UTC)', ({ at }) => at.toISOString()],
  ['Entry', ({ id }) => String(id)],
  ['Who', ({ who }) => who],
  ['As', ({ role }) => (role ? roleWords[role] : undefined)],
  ['What', ({ what }) => what],
  ['Outcome', ({ outcome }) => outcome],
  ['On', ({ subject }) => subject],
  ['IP address', ({ ip }) => ip ?? undefined],
  ['Browser', ({ device }) => device],
  ['Details', ({ details }) => JSON.stringify(details)],
]

/**
 * Exports what a query finds, as a file that is created while it is read, and records that it was exported.
 * @returns CSV (RFC 4180), or JSON with an entry on each line; newest first
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED
 */
export async function exportAuditLog(
  actor: Actor,
  query: AuditQuery,
  format: 'csv' | 'json',
): Promise<ReadableStream<Uint8Array>> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  await asAdministrator(actor, tx => audit(tx, actor, 'audit.exported', actor.id, { format, ...query }))
  const entries = readWholeLog(actor, query)
  return streamOf(format === 'csv' ? csvLines(entries) : jsonLines(entries))
}

async function* csvLines(batches: AsyncIterable<AuditEntry[]>): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(csvLine(columns.map(([name]) => name)))
  for await (const entries of batches) {
    yield Buffer.from(entries.map(entry => csvLine(columns.map(([, value]) => value(entry)))).join(''))
  }
}

async function* jsonLines(batches: AsyncIterable<AuditEntry[]>): AsyncGenerator<Uint8Array, void, void> {
  for await (const entries of batches) yield Buffer.from(entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))
}
