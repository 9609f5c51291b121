import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  accreditationFunctionDoors,
  accreditationRows,
  accreditationTableDoors,
} from '../../../app/accreditation/tests/accreditation-database.ts'
import { bulkFunctionDoors, bulkRows, bulkTableDoors } from '../../../app/bulk-delivery/tests/bulk-doors.ts'
import {
  coveredFunctionDoors,
  coveredRows,
  coveredTableDoors,
} from '../../../app/covered-persons/tests/covered-doors.ts'
import {
  delegateFunctionDoors,
  delegateRows,
  delegateTableDoors,
} from '../../../app/delegates/tests/delegate-database.ts'
import {
  deliveryFunctionDoors,
  deliveryRows,
  deliveryTableDoors,
  deliveryViewDoors,
} from '../../../app/deliveries/tests/delivery-doors.ts'
import { newDecision, newDocumentRequest } from '../../../app/document-requests/tests/request-doors.ts'
import { holdingRows, holdingTableDoors } from '../../../app/holdings/tests/holding-database.ts'
import { letterFunctionDoors, letterRows, letterTableDoors } from '../../../app/letters/tests/letter-doors.ts'
import {
  conversationFunctions,
  conversationTables,
  ownersConversation,
} from '../../../app/messages/tests/conversation-doors.ts'
import { noteFunctionDoors, noteRows, noteTableDoors } from '../../../app/notes/tests/note-database.ts'
import {
  registerFunctionDoors,
  registerRows,
  registerTableDoors,
} from '../../../app/register/tests/register-database.ts'
import {
  newFiling,
  newJournalExport,
  registerOfficeFunctionDoors,
  registerOfficeTableDoors,
} from '../../../app/register/tests/register-office-doors.ts'
import {
  sanctionsFunctionDoors,
  sanctionsRows,
  sanctionsTableDoors,
} from '../../../app/sanctions/tests/sanctions-database.ts'
import { sealingRows, sealingTableDoors } from '../../../app/sealing/tests/sealing-doors.ts'
import { consentFunctionDoors, consentRows, consentTableDoors } from '../../../app/signing/tests/consent-database.ts'
import {
  envelopeFunctionDoors,
  envelopeRows,
  envelopeTableDoors,
} from '../../../app/signing/tests/envelope-database.ts'
import { statementRows, statementTableDoors } from '../../../app/statements/tests/statement-doors.ts'
import {
  subscriptionFunctionDoors,
  subscriptionRows,
  subscriptionTableDoors,
} from '../../../app/subscriptions/tests/subscription-doors.ts'
import { taxFunctionDoors, taxRows, taxTableDoors } from '../../../app/tax/tests/tax-database.ts'
import { wireFunctionDoors, wireRows, wireTableDoors } from '../../../app/wire-instructions/tests/wire-doors.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { documentViews } from '../../../server/sample/documents.ts'
import { givenDocument } from '../../helpers/insert-document.ts'
import type { SharedPortal } from '../../helpers/shared-portal.ts'
import { administrators, everyone, type Gets, ownerAndAdministrators, ownerOnly } from './actors.ts'
import { officeFunctionDoors, officeRows, officeTableDoors } from './office-database.ts'
import { mark, type World } from './world.ts'

/**
 * What each actor gets in the database, in the role the site works in (app_user), whatever the operations check:
 * `rows` where a statement found some of the owner's, `none` where it found none, `denied`.
 */
export interface TableDoor {
  /** Which rows are the owner's; `$owner` and others are replaced (`ownersRows`). */
  owners: string
  read: Gets
  /** An assignment, and who may make it. */
  change: [assignment: string, Gets]
  remove: Gets
  /** Columns and values of a row that is the owner's, or made in their name. */
  add: [row: string, Gets]
}

const denied = everyone('denied')

/** Every table and view that app_user may use. */
export const tableDoors: Record<string, TableDoor> = {
  ...conversationTables,
  ...officeTableDoors,
  ...delegateTableDoors,
  ...deliveryTableDoors,
  ...deliveryViewDoors,
  ...bulkTableDoors,
  ...holdingTableDoors,
  ...registerTableDoors,
  ...accreditationTableDoors,
  ...coveredTableDoors,
  ...subscriptionTableDoors,
  ...registerOfficeTableDoors,
  ...noteTableDoors,
  ...statementTableDoors,
  ...letterTableDoors,
  ...sealingTableDoors,
  ...wireTableDoors,
  ...sanctionsTableDoors,
  ...taxTableDoors,
  ...consentTableDoors,
  ...envelopeTableDoors,
  user_profiles: {
    owners: "id = '$owner'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['is_admin = true', denied],
    remove: denied,
    // People without a profile can add their own. The owner has one.
    add: ["(id, email) values ('$owner', 'x@doors.example')", ownerOnly('23505', 'denied')],
  },
  documents: {
    owners: "id = '$document'",
    read: ownerAndAdministrators('rows', 'none'),
    // Owners name what they added themselves.
    change: ["filename = 'other.txt'", ownerAndAdministrators('rows', 'none')],
    // Only with an entry in the audit log, which the operations write.
    remove: everyone('none', { owner: 'denied', administrator: 'denied' }),
    add: [
      `(user_id, uploaded_by, filename, file_size, mime_type, is_external_link, external_url, file_type)
      values ('$owner', '$owner', 'Note', 0, 'application/docusign', true, 'https://sign.example/', 'docusign')`,
      denied,
    ],
  },
  document_figures: {
    owners: "owner_id = '$owner'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['listed = 0', denied],
    remove: denied,
    add: ['(owner_id, listed, unread, stored, stored_bytes) values (gen_random_uuid(), 0, 0, 0, 0)', denied],
  },
  document_views: {
    owners: "document_id = '$document'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["user_email = 'x@doors.example'", denied],
    remove: denied,
    add: [
      "(document_id, user_id, user_email) values ('$document', '$owner', 'x@doors.example')",
      ownerOnly('rows', 'denied'),
    ],
  },
  file_accesses: {
    owners: "document_id = '$document'",
    read: administrators('rows', 'none'),
    change: ['sent = 0', denied],
    remove: denied,
    add: [
      `(document_id, user_id, how, first_byte, last_byte, sent, begun_at)
      values ('$document', '$owner', 'viewer', 0, 0, 1, now())`,
      denied,
    ],
  },
  delete_decisions: {
    owners: "user_id = '$owner'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["filename = 'other.txt'", denied],
    remove: ownerOnly('rows', 'none'),
    add: [
      `(user_id, document_id, filename, decision, decided_by) values ('$owner', gen_random_uuid(), 'a.txt', 'approved', '$owner')`,
      denied,
    ],
  },
  document_requests: {
    owners: "person_id = '$owner' and fulfilled_at is null and withdrawn_at is null",
    read: ownerAndAdministrators('rows', 'none'),
    // The person fulfills it with a document of theirs, and nothing else.
    change: ['withdrawn_at = now()', administrators('rows', 'none', { owner: 'denied' })],
    remove: denied,
    add: ["(person_id, requested_by, name) values ('$owner', '$owner', 'Passport')", denied],
  },
  uploads: {
    owners: "uploaded_by = '$owner'",
    read: ownerOnly('rows', 'none'),
    change: ["fund_name = 'Another'", ownerOnly('rows', 'none')],
    remove: ownerOnly('rows', 'none'),
    add: [
      `(id, user_id, uploaded_by, filename, file_type, file_size, fund_name, category, expires_at) values
      ('${randomUUID()}', '$owner', '$owner', 'a.txt', 'txt', 1, 'General', 'Investment Documents', now())`,
      ownerOnly('rows', 'denied'),
    ],
  },
  audit_log: {
    owners: "subject_id = '$document'",
    // Others read through app.readable_audit.
    read: administrators('rows', 'none'),
    change: ["action = 'nothing.happened'", denied],
    remove: denied,
    add: ["(actor_id, action) values ('$owner', 'nothing.happened')", ownerOnly('rows', 'denied')],
  },
  'app.readable_audit': {
    owners: "subject_id = '$document'",
    // People read the entries about what is theirs.
    read: ownerAndAdministrators('rows', 'none'),
    change: ["action = 'nothing.happened'", denied],
    remove: denied,
    add: ["(action) values ('nothing.happened')", denied],
  },
  access_reviews: {
    owners: 'true',
    read: administrators('rows', 'none'),
    change: ['people = 0', denied],
    remove: denied,
    add: ["(reviewed_by, administrators, people, guests, disabled) values ('$owner', 0, 0, 0, 0)", denied],
  },
  mail_preferences: {
    owners: "user_id = '$owner'",
    read: ownerOnly('rows', 'none'),
    change: ['names_in_mail = true', ownerOnly('rows', 'none')],
    remove: denied,
    add: [
      "(user_id) values ('$owner') on conflict (user_id) do update set names_in_mail = true",
      ownerOnly('rows', 'denied'),
    ],
  },
  notices: {
    owners: "user_id = '$owner'",
    read: denied,
    change: ["filename = 'x'", denied],
    remove: denied,
    // Only from an administrator who signs with their own name.
    add: [
      `(id, user_id, kind, document_id, filename, actor_id) values
      (gen_random_uuid(), '$owner', 'document-added', '$document', 'x', '$owner')`,
      denied,
    ],
  },
  invitations: {
    owners: "user_id = '$owner'",
    read: administrators('rows', 'none'),
    change: ['times = 1', denied],
    remove: denied,
    add: ["(user_id) values ('$owner')", denied],
  },
  messages: {
    owners: `name = '${mark}'`,
    // The owner wrote it, from their own address.
    read: ownerAndAdministrators('rows', 'none'),
    change: ["note = 'x'", administrators('rows', 'none')],
    remove: denied,
    add: ["(id, topic, name, email, message) values (gen_random_uuid(), 'question', 'A', 'a@b.cc', 'x')", denied],
  },
  call_requests: {
    owners: `name = '${mark}'`,
    read: ownerAndAdministrators('rows', 'none'),
    change: ["note = 'x'", administrators('rows', 'none')],
    remove: denied,
    add: ['(id) values (gen_random_uuid())', denied],
  },
}

/** Tables whose columns app_user sees only in part. */
export const readableColumn: Record<string, string> = {
  // Never the key.
  seal_certificates: 'id',
  call_requests: 'name',
  wire_openings: 'reference',
}

/** Functions that app_user may call, other than triggers: `ok` where the result is something, `nothing`, `denied`. */
export const functionDoors: Record<string, { call: string; gets: Gets }> = {
  ...conversationFunctions,
  ...officeFunctionDoors,
  ...delegateFunctionDoors,
  ...deliveryFunctionDoors,
  ...bulkFunctionDoors,
  ...taxFunctionDoors,
  ...consentFunctionDoors,
  ...envelopeFunctionDoors,
  ...registerFunctionDoors,
  ...accreditationFunctionDoors,
  ...coveredFunctionDoors,
  ...subscriptionFunctionDoors,
  ...noteFunctionDoors,
  ...letterFunctionDoors,
  ...wireFunctionDoors,
  ...sanctionsFunctionDoors,
  ...registerOfficeFunctionDoors,
  'app.user_id': { call: 'app.user_id()', gets: everyone('ok') },
  'app.proved_at': { call: 'app.proved_at()', gets: everyone('ok', { anonymous: 'nothing' }) },
  'app.mentions_payment': { call: "app.mentions_payment('good morning')", gets: everyone('nothing') },
  'app.is_signing_address': { call: "app.is_signing_address('https://evil.example/')", gets: everyone('nothing') },
  'app.releases': { call: 'app.releases(gen_random_uuid())', gets: everyone('nothing') },
  'app.require_proof_to_reach': {
    call: 'app.require_proof_to_reach(gen_random_uuid(), false)',
    gets: everyone('ok'),
  },
  'app.require_one_person_enough': {
    call: "(select count(app.require_one_person_enough(d)) from documents d where d.id = '$document')",
    gets: everyone('ok'),
  },
  'app.permit_new_passkey': { call: "app.permit_new_passkey('$owner', 1)", gets: administrators('nothing', 'denied') },
  'app.permit_takes_two': { call: "app.permit_takes_two('$owner')", gets: administrators('ok', 'denied') },
  'app.reissue_of': {
    call: "(select decides_from from app.reissue_of('$owner'))",
    gets: ownerAndAdministrators('nothing', 'denied'),
  },
  // To a few queues, whose jobs check what they are given.
  'app.enqueue': { call: "app.enqueue('remove-file', '[]', 0)", gets: everyone('ok') },
  'app.categories_searched': { call: "app.categories_searched('tax')", gets: everyone('ok') },
  'app.folded': { call: "app.folded('José')", gets: everyone('ok') },
  'app.fund_day': { call: 'app.fund_day()', gets: everyone('ok') },
  'app.is_admin': { call: 'app.is_admin()', gets: administrators('ok', 'nothing') },
  increment_view_count: {
    call: "increment_view_count('$document', '$owner', 'x@doors.example', null)",
    // No one can count a view as someone else.
    gets: ownerOnly('ok', 'nothing', { administrator: 'denied' }),
  },
  'app.set_administrator': { call: "app.set_administrator('$owner', true)", gets: denied },
  'app.invite_user': {
    call: "app.invite_user('new@doors.example', null, null)",
    gets: administrators('ok', 'denied'),
  },
  'app.invite_again': { call: "app.invite_again('$owner')", gets: administrators('ok', 'denied') },
  'app.is_active': { call: 'app.is_active()', gets: everyone('ok', { disabled: 'nothing' }) },
  'app.may_read_audit': { call: 'app.may_read_audit()', gets: everyone('ok', { disabled: 'nothing' }) },
  'app.accept_person': { call: "app.accept_person('$guest')", gets: administrators('ok', 'denied') },
  'app.accept_delegate': { call: "app.accept_delegate('$guest')", gets: administrators('ok', 'denied') },
  'app.disable_person': { call: "app.disable_person('$owner', 'a test')", gets: administrators('ok', 'denied') },
  'app.enable_person': { call: "app.enable_person('$disabled')", gets: administrators('ok', 'denied') },
  'app.end_session_of': {
    call: "app.end_session_of('$owner', gen_random_uuid())",
    // They have no such session.
    gets: administrators('nothing', 'denied'),
  },
  'app.end_sessions': { call: "app.end_sessions('$owner')", gets: administrators('ok', 'denied') },
  'app.erase_person': { call: "app.erase_person('$disabled', 'Nobody')", gets: administrators('ok', 'denied') },
  'app.addresses_of': { call: "app.addresses_of('$owner')", gets: administrators('ok', 'denied') },
  'app.sessions_of': { call: "app.sessions_of('$owner')", gets: administrators('ok', 'denied') },
  'app.last_seen_of': { call: "app.last_seen_of(array['$owner'::uuid])", gets: administrators('ok', 'denied') },
  'app.last_head': { call: '(select count(*) from app.last_head())', gets: administrators('ok', 'denied') },
  'app.last_seen': { call: 'app.last_seen()', gets: administrators('ok', 'denied') },
  'app.storage_use': { call: "app.storage_use('$owner')", gets: ownerAndAdministrators('ok', 'denied') },
  // Nothing, for those who aren't guests.
  'app.storage_of_guests': { call: 'app.storage_of_guests()', gets: everyone('ok') },
  'app.count_waiting_people': { call: 'app.count_waiting_people()', gets: administrators('ok', 'denied') },
  // In its own transaction; this one has deleted nothing.
  'app.has_logged_deletion': { call: "app.has_logged_deletion('$document')", gets: everyone('nothing') },
  'app.waiting_files': { call: 'app.waiting_files()', gets: administrators('ok', 'denied') },
  'app.lock_hidden_documents': {
    call: "app.lock_hidden_documents('$disabled')",
    gets: administrators('ok', 'denied'),
  },
  // Of a person whose access is closed.
  'app.erase_hidden_documents': {
    call: "app.erase_hidden_documents(array['$hidden'::uuid])",
    // Not without its entry in the audit log.
    gets: everyone('denied'),
  },
  // About the one who calls it.
  'app.tell_administrators': {
    call: "app.tell_administrators('erasure-requested')",
    gets: everyone('ok', { anonymous: '23503', disabled: 'denied' }),
  },
  'app.search_people': {
    call: 'app.search_people(array[]::text[], null, false, 0, 9)',
    gets: administrators('ok', 'denied'),
  },
  'app.find_users': { call: 'app.find_users(array[]::text[], 0, 9)', gets: administrators('ok', 'denied') },
  'app.find_audit_entries': {
    call: "app.find_audit_entries(array['$owner'::uuid], null, null, null, null, null, 9)",
    gets: administrators('ok', 'denied'),
  },
  'app.page_documents': {
    call: "app.page_documents(array[]::text[], array[]::text[], null, null, 'newest', null, false, 0, 9)",
    gets: administrators('ok', 'denied'),
  },
}

/**
 * Makes a row of the owner's in every table.
 * @returns the ids that stand for `$…` in the tables above
 */
export async function ownersRows(world: World): Promise<Record<string, string>> {
  const { owner } = world.portal
  const document = await world.newDocument()
  await world.newUpload()
  await world.newMessage()
  await world.newCall()
  await newDocumentRequest(world)
  await newDecision(world)
  const { id } = world.owner
  await documentViews.insert(owner, { document_id: document, user_id: id })
  await owner.query("insert into audit_log (action, subject_id) values ('document.uploaded', $1)", [document])
  await owner.query('insert into mail_preferences (user_id) values ($1) on conflict do nothing', [id])
  await owner.query('insert into invitations (user_id) values ($1) on conflict do nothing', [id])
  await owner.query(
    `insert into notices (id, user_id, kind, document_id, filename, actor_id)
    values (gen_random_uuid(), $1, 'document-added', $2, 'x', $1)`,
    [id, document],
  )
  await owner.query(
    `insert into file_accesses (document_id, user_id, how, first_byte, last_byte, sent, begun_at)
    values ($1, $2, 'viewer', 0, 0, 1, now())`,
    [document, id],
  )
  await officeRows(world, document)
  const { disabled, guest } = world.people
  const { id: hidden } = await givenDocument(world.portal, disabled)
  await owner.query("update documents set check_state = 'waiting' where id = $1", [hidden])
  const conversation = await ownersConversation(world)
  const register = {
    ...(await registerRows(world)),
    ...(await consentRows(world)),
    ...(await envelopeRows(world)),
    ...(await accreditationRows(world)),
    ...(await coveredRows(world)),
    ...(await subscriptionRows(world)),
    ...(await noteRows(world)),
    $journalexport: await newJournalExport(world),
    $filing: await newFiling(world),
    ...(await statementRows(world)),
    ...(await letterRows(world)),
    ...(await sealingRows(world)),
    ...(await wireRows(world)),
    ...(await sanctionsRows(world)),
    ...(await taxRows(world)),
    ...(await deliveryRows(world)),
    ...(await delegateRows(world)),
    ...(await bulkRows(world)),
  }
  return {
    ...conversation,
    ...(await holdingRows(world)),
    ...register,
    $owner: id,
    $document: document,
    $hidden: hidden,
    $guest: guest.id,
    $disabled: disabled.id,
  }
}

class Undo extends Error {}

/** Their newest session, in which the office's statements reach others. */
async function sessionFor(id: string): Promise<string | undefined> {
  const session = await authDatabase()
    .selectFrom('auth.sessions')
    .select('id')
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return session?.id
}

/** Runs a statement as a person and undoes it. @returns `rows`, `none`, `denied`, or the error's code */
export async function outcomeOf(id: string, statement: string): Promise<string> {
  let found = 0
  try {
    await actAs({ id, sessionId: await sessionFor(id) }, async tx => {
      const { rows, numAffectedRows } = await sql.raw<unknown>(statement).execute(tx)
      found = Number(numAffectedRows ?? rows.length)
      // Triggers that otherwise run at the end, which never comes.
      await sql`set constraints all immediate`.execute(tx)
      throw new Undo()
    })
  } catch (error) {
    if (error instanceof Undo) return found > 0 ? 'rows' : 'none'
    const { code } = error as { code?: string }
    // 55000: a view through which nothing can be written.
    return code === 'FORBIDDEN' || code === '55000' ? 'denied' : (code ?? String(error))
  }
  return 'none'
}

/** @returns the database's own lists, to compare the tables above with */
export async function realTables(portal: SharedPortal) {
  const list = async (statement: string) => (await portal.owner.query(statement)).rows.map(({ name }) => String(name))
  return {
    tables: await list(`
      select case when nspname = 'public' then relname else nspname || '.' || relname end as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and relkind in ('r', 'v', 'p', 'm')
        and has_schema_privilege('app_user', n.oid, 'usage')
        and (has_any_column_privilege('app_user', c.oid, 'select, insert, update')
          or has_table_privilege('app_user', c.oid, 'delete, truncate'))`),
    functions: await list(`
      select case when nspname = 'public' then proname else nspname || '.' || proname end as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%'
        and has_schema_privilege('app_user', n.oid, 'usage') and has_function_privilege('app_user', p.oid, 'execute')
        and prorettype <> 'trigger'::regtype
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`),
  }
}
