import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import {
  type EnvelopeField,
  type EnvelopeKind,
  type EnvelopeState,
  nextSigner,
  type PageSize,
  type ReadBackLine,
  type SignerRole,
  type SignerState,
} from '../envelopes.ts'
import {
  type EnvelopeRow,
  isPastItsDay,
  readEnvelope,
  readSigners,
  type SignerRow,
  shownHash,
} from './envelope-rows.ts'
import { type Candidate, findCandidates } from './seats.ts'

/** A signer as everyone who sees the envelope sees them. */
export interface Signer {
  id: string
  turn: number
  role: SignerRole
  capacity: string
  state: SignerState
  signedOn: string | null
  typedName: string | null
  isHandwritten: boolean
  isMe: boolean
  userId: string | null
  /** Of a signer who is waited for: pages that they have opened. */
  drawn: number[]
}

/** An envelope, as its signers and the office see it. */
export interface Envelope {
  id: string
  number: string
  kind: EnvelopeKind
  title: string
  state: EnvelopeState
  pages: PageSize[]
  readBack: ReadBackLine[]
  /** 'YYYY-MM-DD' */
  expiresOn: string | null
  reason: string | null
  sha256: string
  sealedDocumentId: string | null
  signers: Signer[]
  /** The turn of the next signer. */
  nextTurn: number | null
  /** The investment of which it is the agreement. */
  subscriptionId: string | null
  /** Of what is shown: a signature is for exactly that. */
  shown: string
}

function toEnvelope(row: EnvelopeRow, signers: readonly SignerRow[], actor: Actor): Envelope {
  return {
    ...{ id: row.id, number: row.number, kind: row.kind as EnvelopeKind, title: row.title, pages: row.pages },
    ...{ state: row.state as EnvelopeState, readBack: row.read_back, expiresOn: row.expires_on, reason: row.reason },
    ...{ sha256: row.original_sha256, sealedDocumentId: row.sealed_document_id, shown: shownHash(row) },
    subscriptionId: row.kind === 'agreement' ? row.subject_id : null,
    nextTurn:
      row.state === 'sent'
        ? (nextSigner(signers as readonly (SignerRow & { state: SignerState })[])?.turn ?? null)
        : null,
    signers: signers.map(({ id, turn, role, capacity, state, signed_on, typed_name, proof, user_id, drawn }) => ({
      ...{ id, turn, role: role as SignerRole, capacity, state: state as SignerState, drawn },
      ...{ signedOn: signed_on, typedName: typed_name, isHandwritten: proof === 'paper' },
      ...{ isMe: user_id === actor.id, userId: user_id },
    })),
  }
}

/** An envelope on the office's page. */
export interface OfficeEnvelope extends Envelope {
  holder: { id: string; name: string; number: string }
  documentId: string
  fields: EnvelopeField[]
  events: { what: string; who: string | null; at: Date }[]
  candidates: Candidate[]
  /** A scan that waits for a second person. */
  pendingScan: { documentId: string; isOwn: boolean } | null
  seal: { state: string; problem: string | null } | null
}

/** An envelope on a signer's page. They hear that sealing takes longer, and the office why. */
export interface EnvelopeToSign extends Envelope {
  isSealDelayed: boolean
}

export async function getEnvelope(actor: Actor, envelopeId: string): Promise<OfficeEnvelope> {
  return asAdministrator(actor, async tx => {
    const row = await readEnvelope(tx, envelopeId)
    const signers = await readSigners(tx, row.id)
    const holder = await findHolderFacts(tx, row.holder_id)
    const { rows: events } = await sql<OfficeEnvelope['events'][number]>`
      select v.what, coalesce(s.capacity, p.full_name, p.email) as who, v.at from envelope_events v
        left join user_profiles p on p.id = v.actor_id left join envelope_signers s on s.id = v.signer_id
      where v.envelope_id = ${row.id} order by v.id`.execute(tx)
    const { rows: papers } = await sql<NonNullable<OfficeEnvelope['pendingScan']>>`
      select a.content ->> 'documentId' as "documentId", a.asked_by = ${actor.id} as "isOwn" from approvals a
      where a.kind = 'envelope.paper' and a.subject_id = ${row.id} and a.decision is null`.execute(tx)
    return {
      ...toEnvelope(row, signers, actor),
      ...{ holder: { id: holder.id, name: holder.legalName, number: holder.number }, documentId: row.document_id },
      ...{ fields: row.fields, events, candidates: row.state === 'draft' ? await findCandidates(tx, holder) : [] },
      ...{ pendingScan: papers[0] ?? null, seal: await readSeal(tx, row.id) },
    }
  })
}

async function readSeal(tx: Transaction<Database>, envelopeId: string): Promise<OfficeEnvelope['seal']> {
  const { rows } = await sql<NonNullable<OfficeEnvelope['seal']>>`
    select f.state, f.problem from sealed_files f where f.kind = 'envelope' and f.subject_id = ${envelopeId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** @throws PortalError NOT_FOUND unless the actor is a member of its holder, or signs it */
export async function getEnvelopeToSign(actor: Actor, envelopeId: string): Promise<EnvelopeToSign> {
  const id = assertId(envelopeId)
  return queryAs(actor, async tx => {
    const { rows } = await sql<{ mine: boolean }>`select ${id}::uuid = any (app.my_envelopes()) as mine`.execute(tx)
    if (!rows[0]?.mine) throw new PortalError('NOT_FOUND')
    const row = await readEnvelope(tx, id)
    const seal = await readSeal(tx, id)
    const envelope = toEnvelope(row, await readSigners(tx, id), actor)
    // No one signs it any more, although the job that ends it comes once a day.
    const isPast = envelope.state === 'sent' && (await isPastItsDay(tx, row))
    return {
      ...envelope,
      ...(isPast && { state: 'expired', nextTurn: null }),
      isSealDelayed: seal?.state === 'failed',
    }
  })
}

/** An envelope that the actor signs, in their list. */
export interface OwnEnvelope {
  id: string
  title: string
  kind: EnvelopeKind
  state: EnvelopeState
  /** 'YYYY-MM-DD' */
  expiresOn: string
  capacity: string
  signedOn: string | null
  /** Whether they can sign it now. */
  isMyTurn: boolean
  sealedDocumentId: string | null
}

/** Envelopes in a person's list. */
const ownShown = 200

/** @returns what the actor is to sign, and what they have signed: what they can sign now first, then the newest */
export async function getOwnEnvelopes(actor: Actor): Promise<OwnEnvelope[]> {
  return queryAs(actor, async tx => {
    const { rows } = await sql<OwnEnvelope>`
      select e.id, e.title, e.kind, case when e.state = 'sent' and e.expires_on < app.fund_day() then 'expired' else e.state end as state,
        e.expires_on as "expiresOn", s.capacity, s.signed_on as "signedOn", e.sealed_document_id as "sealedDocumentId",
        e.state = 'sent' and e.expires_on >= app.fund_day() and s.state <> 'signed' and not exists (select from envelope_signers b
          where b.envelope_id = e.id and b.turn < s.turn and b.state <> 'signed') as "isMyTurn"
      from envelope_signers s join envelopes e on e.id = s.envelope_id
      where s.user_id = ${actor.id} and s.role <> 'fund' and e.state <> 'draft'
      order by "isMyTurn" desc, e.sent_at desc, e.id limit ${ownShown}`.execute(tx)
    return rows
  })
}
