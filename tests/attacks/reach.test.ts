import { expect } from 'vitest'
import { askForDocument } from '../../app/document-requests/server/request-document.ts'
import { rejectDeleteRequests } from '../../app/documents/server/decide-requests.ts'
import { fileDocuments } from '../../app/documents/server/holder-documents.ts'
import { moveDocuments, renameDocument } from '../../app/documents/server/rename-and-move.ts'
import { createDocuSignDocument } from '../../app/documents/server/signing-links.ts'
import { cancelCallForAdmin } from '../../app/leads/server/cancel-call.ts'
import { answerVisitor } from '../../app/messages/server/answer-visitor.ts'
import { replyToConversation, startConversation } from '../../app/messages/server/write-message.ts'
import type { Actor } from '../../server/access/actor.ts'
import { derivedSecret } from '../../server/platform/seal.ts'
import { fileRow, signingLinkRow } from '../../server/sample/documents.ts'
import { insertOf } from '../../server/sample/rows.ts'
import { insertCall, visitorMessages } from '../../server/sample/visitors.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { queryAs } from '../helpers/query-as.ts'
import { newSession } from '../helpers/sessions.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

/**
 * Every table that someone outside the office reads and that statements of the office write, with what keeps a session that
 * was left open from reaching investors there. A table that is added has to be named.
 */
const doors: Record<string, 'guarded' | string> = {
  documents: 'guarded',
  conversations: 'guarded',
  conversation_messages: 'guarded',
  conversation_attachments: 'guarded',
  document_requests: 'guarded',
  delete_decisions: 'guarded',
  accreditations: 'guarded',
  tax_certifications: 'guarded',
  call_requests: 'guarded',
  note_papers: 'guarded',
  wire_openings: 'guarded',
  envelopes: 'guarded',
  envelope_signers: 'written before it is sent; afterward each signer writes their own',
  envelope_events: 'written by triggers',
  messages: 'visitors’ own words; the office changes only its state and its note, which no page of a visitor shows',
  accreditation_copies: 'requested by members; filed by a job',
  accreditation_reviews: 'read by the office alone',
  approvals: 'read by the office alone; what is asked for takes a second person',
  audit_log: 'each reads their own entries; nobody chooses their words for others',
  bank_lists: 'read by administrators and approvers alone',
  calendar_addresses: 'their own',
  calendar_events: 'their own; from the figures of the register',
  conversation_reads: 'how far somebody has read: no words',
  document_views: 'a view: no words',
  disclosures: 'guarded',
  subscriptions: 'guarded',
  offerings: 'opened by two people',
  disclosure_receipts: 'their own; no words',
  subscription_remarks: 'guarded',
  covered_persons: 'a name and a capacity, which the office enters with fresh proof',
  covered_questionnaires: 'their own words; a finding takes two people',
  delegate_reads: 'a view: no words',
  destruction_certificates: 'written by the clean-up',
  elections: 'made by members; the office’s answer takes two people',
  esign_consents: 'their own; the office only withdraws',
  evidence: 'added by members; the office sets a day',
  grants: 'made by members; the office only revokes',
  holders: 'who a holder is takes two people',
  holder_members: 'takes two people',
  ledger_entries: 'takes two people',
  ledger_lines: 'takes two people',
  list_columns: 'their own',
  mail_preferences: 'their own',
  note_signers: 'a day of a signature: no words',
  notes: 'members see a note once it is signed, which takes two people',
  reliances: 'an amount and a day of a note: no words',
  representations: 'signed by members',
  schedule_lines: 'takes two people',
  sealed_files: 'the office only tries again; a job seals what its holder has signed',
  statements: 'released by two people',
  tax_consents: 'given by members',
  tax_profiles: 'what a form of the holder’s says; takes two people',
  tax_returns: 'furnished by two people',
  tin_notices: 'days of the IRS’s notice: no words',
  uploads: 'not a document yet, and read by its uploader alone',
  user_profiles: 'a person’s own name, and their rights, which take two people',
}

test('every table that reaches somebody outside the office is guarded, or says why not', async ({ portal }) => {
  const { rows } = await portal.owner.query(`
    select c.relname as name, exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
        where t.tgrelid = c.oid and t.tgname like 'reach%' and f.proname ~ '^guard_.*reach$') as guarded
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (has_any_column_privilege('app_user', c.oid, 'INSERT') or has_any_column_privilege('app_user', c.oid, 'UPDATE'))
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*')
        and 'app_user'::regrole = any (p.polroles) and p.polname !~ '^(active_only|admin_|office_)'
        or p.polrelid = c.oid and p.polname ~ '^office_or_member')
    order by 1`)
  const found = rows.filter(({ name }) => name !== 'delivery_documents')
  expect(Object.keys(doors)).toEqual(expect.arrayContaining(found.map(({ name }) => name)))
  const guarded = Object.keys(doors).filter(name => doors[name] === 'guarded')
  const { rows: triggers } = await portal.owner.query(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgname like 'reach%' order by 1`,
  )
  expect(triggers.map(({ name }) => name)).toEqual([...guarded, 'delivery_documents'].sort())
})

/** Makes the newest session of a person as old as this, without a later proof. */
async function age({ owner }: SharedPortal, { id }: Actor, hours: number): Promise<void> {
  await owner.query(
    'delete from auth.session_proofs where session_id in (select id from auth.sessions where user_id = $1)',
    [id],
  )
  await owner.query('alter table auth.sessions disable trigger user')
  await owner.query('update auth.sessions set created_at = now() - make_interval(hours => $2) where user_id = $1', [
    id,
    hours,
  ])
  await owner.query('alter table auth.sessions enable trigger user')
}

const needed = { code: 'PROOF_NEEDED' }
const alone = { code: 'PAYMENT_WORDS' }
const workday = 6
const yesterday = 11

async function givenLeads(portal: SharedPortal) {
  await visitorMessages.insert(portal.owner, {})
  const { rows: leads } = await portal.owner.query(
    'select id from conversations where visitor_message_id is not null order by created_at desc limit 1',
  )
  const days = 1 + Math.floor(Math.random() * 5000)
  const call = await insertCall(portal.owner, new Date(Date.now() + days * 86_400_000))
  return { lead: leads[0].id as string, call }
}

test('operations of a session left open since yesterday reach nobody', async ({ portal, investor, second, admin }) => {
  const [file, other] = await Promise.all([givenDocument(portal, investor), givenDocument(portal, second)])
  const conversation = await startConversation(investor, {
    personId: investor.id,
    subject: 'Hi',
    body: 'Hello',
    attachments: [],
  })
  const { lead, call } = await givenLeads(portal)
  const words = { body: 'Thank you.', attachments: [] }
  const acts: Record<string, () => Promise<unknown>> = {
    reply: () => replyToConversation(admin, conversation, words),
    start: () => startConversation(admin, { ...words, personId: investor.id, subject: 'Your note' }),
    answer: () => answerVisitor(admin, lead, { body: 'Thank you.' }),
    'cancel a call': () => cancelCallForAdmin(admin, call),
    request: () => askForDocument(admin, { person: investor.id, name: 'Passport' }),
    rename: () => renameDocument(admin, file.id, 'Agreement.pdf'),
    move: () => moveDocuments(admin, [file.id], 'Fund II'),
    'reject a deletion': () => rejectDeleteRequests(admin, { ids: [file.id], reason: 'We keep it.' }),
  }
  await age(portal, admin, yesterday)
  for (const [name, act] of Object.entries(acts)) await expect(act(), name).rejects.toMatchObject(needed)
  await age(portal, admin, workday)
  delete acts['reject a deletion']
  for (const [name, act] of Object.entries(acts)) await act().catch(error => expect.fail(`${name}: ${error}`))

  // What weighs more takes a proof of ten minutes, by each door.
  const weighty: Record<string, () => Promise<unknown>> = {
    'two owners': () => moveDocuments(admin, [file.id, other.id], 'Fund III'),
    link: () => createDocuSignDocument(admin, { userId: investor.id, name: 'Note', url: 'https://sign.example/1' }),
  }
  for (const [name, act] of Object.entries(weighty)) await expect(act(), name).rejects.toMatchObject(needed)
  await newSession(portal.owner, derivedSecret('sessions'), admin.id)
  await age(portal, admin, 0)
  for (const [name, act] of Object.entries(weighty)) await act().catch(error => expect.fail(`${name}: ${error}`))

  // What reads like payment instructions takes a second person, however new the proof is. Messages: payment-words.test.ts.
  const pay = 'Please wire it to the new account'
  const link = { userId: investor.id, url: 'https://sign.example/2' }
  const fresh = await givenLeads(portal)
  const instructions: Record<string, () => Promise<unknown>> = {
    reply: () => replyToConversation(admin, conversation, { body: pay, attachments: [] }),
    'a routing number': () => replyToConversation(admin, conversation, { body: 'Use 021000021', attachments: [] }),
    start: () => startConversation(admin, { ...words, personId: investor.id, subject: pay }),
    answer: () => answerVisitor(admin, fresh.lead, { body: pay }),
    'cancel a call': () => cancelCallForAdmin(admin, fresh.call, { reason: pay }),
    request: () => askForDocument(admin, { person: investor.id, name: 'Bank details', note: '' }),
    rename: () => renameDocument(admin, file.id, 'New wire instructions.pdf'),
    move: () => moveDocuments(admin, [file.id], 'Wire instructions'),
    'reject a deletion': () => rejectDeleteRequests(admin, { ids: [file.id], reason: pay }),
    link: () => createDocuSignDocument(admin, { ...link, name: 'Wire instructions' }),
  }
  for (const [name, act] of Object.entries(instructions))
    await expect(act(), name).rejects.toMatchObject({ code: expect.stringMatching(/^(MESSAGE_)?PAYMENT_WORDS$/) })
})

test('an upload into somebody’s documents asks for proof, and takes a delivery by the words of its pages', async ({
  portal,
  investor,
  admin,
}) => {
  const { rows } = await portal.owner.query('select id from auth.sessions where user_id = $1', [admin.id])
  const cookie = await portal.sessionOf(admin)
  await portal.owner.query('delete from auth.sessions where id = $1', [rows[0].id])
  const send = async (name: string, text: string, { hours = workday, category = '' } = {}) => {
    await age(portal, admin, hours)
    const encoded = (value: string) => Buffer.from(value).toString('base64')
    const created = await portal.fetch('/uploads', {
      method: 'POST',
      cookie,
      headers: {
        origin: portal.url,
        'tus-resumable': '1.0.0',
        'upload-length': String(Buffer.byteLength(text)),
        'upload-metadata': `filename ${encoded(name)},userId ${encoded(investor.id)}${category && `,category ${encoded(category)}`}`,
      },
    })
    const address = created.headers.get('location') ?? ''
    if (created.status !== 201) return { status: created.status, code: (await created.json()).code, address }
    const sent = await portal.fetch(address, {
      method: 'PATCH',
      cookie,
      headers: {
        origin: portal.url,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: text,
    })
    return { status: sent.status, code: sent.ok ? undefined : (await sent.json()).code, address }
  }
  expect(await send('a.txt', 'Hello.', { hours: yesterday })).toMatchObject({ status: 403, ...needed })
  expect(await send('a.txt', 'Hello.')).toMatchObject({ status: 204 })
  for (const hours of [workday, 0]) {
    expect(await send('wire instructions.txt', 'Hello.', { hours })).toMatchObject({ status: 409, ...alone })
    const pages = 'Please wire it to IBAN DE89 3704 0044 0532 0130 00.'
    expect(await send('b.txt', pages, { hours })).toMatchObject({ status: 409, ...alone })
  }
})

test('a notice, and a file that reaches a fourth owner in a day, takes a second person by whichever way it goes', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  const alone = { code: 'UPLOAD_SECOND_PERSON' }
  const cookie = await portal.sessionOf(admin)
  const send = async (to: Actor, text: string, category = '') => {
    const encoded = (value: string) => Buffer.from(value).toString('base64')
    const headers = { origin: portal.url, 'tus-resumable': '1.0.0' }
    const created = await portal.fetch('/uploads', {
      method: 'POST',
      cookie,
      headers: {
        ...headers,
        'upload-length': String(Buffer.byteLength(text)),
        'upload-metadata': `filename ${encoded('a.txt')},userId ${encoded(to.id)}${category && `,category ${encoded(category)}`}`,
      },
    })
    if (created.status !== 201) return created.json()
    const sent = await portal.fetch(created.headers.get('location') ?? '', {
      method: 'PATCH',
      cookie,
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: text,
    })
    return sent.ok ? 'sent' : sent.json()
  }
  expect(await send(investor, 'A notice.', 'Notices')).toMatchObject(alone)
  const people = [investor, ...(await Promise.all([1, 2, 3].map(n => portal.newPerson(`fourth-${n}@${domain}`))))]
  const answers = []
  for (const person of people) answers.push(await send(person, `To everyone, ${domain}.`))
  expect(answers).toEqual(['sent', 'sent', 'sent', expect.objectContaining(alone)])
  const { id } = await givenDocument(portal, investor)
  await expect(fileDocuments(admin, [id], { category: 'Notices' })).rejects.toMatchObject(alone)
  await expect(
    createDocuSignDocument(admin, {
      userId: investor.id,
      name: 'Note',
      url: 'https://sign.example/1',
      category: 'Notices',
    }),
  ).rejects.toMatchObject(alone)
})

test('statements in the office’s role ask the same, by each column that investors see', async ({
  portal,
  investor,
  second,
  admin,
  domain,
}) => {
  const [file, other] = await Promise.all([givenDocument(portal, investor), givenDocument(portal, second)])
  const conversation = await startConversation(investor, {
    personId: investor.id,
    subject: 'Hi',
    body: 'Hello',
    attachments: [],
  })
  const run = (statement: string, values: unknown[] = []) => queryAs(portal, admin.id, statement, values)
  const message = (body: string) => () =>
    run(
      `insert into conversation_messages (id, conversation_id, sender_id, from_fund, sender_name, body)
      values (gen_random_uuid(), $1, $2, true, 'The fund', $3)`,
      [conversation, admin.id, body],
    )
  const added = (column: string, value: string) => () =>
    run(
      insertOf('documents', {
        ...fileRow({ user_id: investor.id, uploaded_by: admin.id, filename: 'a.pdf', sha256: 'a'.repeat(64) }),
        [column]: value,
      }),
    )
  const set =
    (assignment: string, id = file.id) =>
    () =>
      run(`update documents set ${assignment} where id = $1`, [id])
  const plain: (() => Promise<unknown>)[] = [
    message('Hello'),
    added('filename', 'b.pdf'),
    set("category = 'Agreements'"),
    set("filename = 'c.pdf'"),
    set("fund_name = 'Fund IV'"),
    () =>
      run('insert into conversations (id, person_id, subject) values (gen_random_uuid(), $1, $2)', [
        investor.id,
        'Your note',
      ]),
    () =>
      run('insert into document_requests (person_id, requested_by, name) values ($1, $2, $3)', [
        investor.id,
        admin.id,
        'Passport',
      ]),
    () =>
      run(
        `insert into delete_decisions (user_id, document_id, filename, decision, reason, decided_by)
        values ($1, gen_random_uuid(), 'a.pdf', 'rejected', 'We keep it.', $2)`,
        [investor.id, admin.id],
      ),
  ]
  const instructions: (() => Promise<unknown>)[] = [
    message('Please wire it to the new account'),
    message('ＮＥＷ　ＡＣＣＯＵＮＴ'),
    added('filename', 'New_wire-instructions.pdf'),
    set("filename = 'wire.pdf'"),
    set("fund_name = 'New bank details'"),
    () =>
      run('insert into conversations (id, person_id, subject) values (gen_random_uuid(), $1, $2)', [
        investor.id,
        'Wire instructions',
      ]),
    () =>
      run('insert into document_requests (person_id, requested_by, name) values ($1, $2, $3)', [
        investor.id,
        admin.id,
        'Bank details',
      ]),
    () =>
      run(
        `insert into delete_decisions (user_id, document_id, filename, decision, reason, decided_by)
        values ($1, gen_random_uuid(), 'a.pdf', 'rejected', 'Wire it.', $2)`,
        [investor.id, admin.id],
      ),
  ]
  const weighty: (() => Promise<unknown>)[] = [
    () => run(`update documents set fund_name = 'Fund V' where id in ($1, $2)`, [file.id, other.id]),
    () => run(insertOf('documents', signingLinkRow({ user_id: investor.id, uploaded_by: admin.id }))),
  ]
  await age(portal, admin, yesterday)
  for (const [at, act] of [...plain, ...weighty].entries())
    await expect(act(), String(at)).rejects.toMatchObject({ code: 'PROOF' })
  await age(portal, admin, workday)
  for (const [at, act] of plain.entries()) await act().catch(error => expect.fail(`${at}: ${error}`))
  for (const [at, act] of weighty.entries()) await expect(act(), String(at)).rejects.toMatchObject({ code: 'PROOF' })
  await age(portal, admin, 0)
  for (const [at, act] of weighty.entries()) await act().catch(error => expect.fail(`${at}: ${error}`))
  for (const [at, act] of instructions.entries())
    await expect(act(), String(at)).rejects.toMatchObject({ code: 'WORDS' })
  // A notice takes a second person however new the proof is, and so does one file for a fourth owner.
  const alone = { code: '23514', constraint: 'second_person' }
  await expect(added('category', 'Notices')()).rejects.toMatchObject(alone)
  await expect(set("category = 'Notices'")()).rejects.toMatchObject(alone)
  const spread = (to: string) =>
    run(insertOf('documents', fileRow({ user_id: to, uploaded_by: admin.id, sha256: 'b'.repeat(64) })))
  const people = await Promise.all([1, 2].map(n => portal.newPerson(`reached-${n}@${domain}`)))
  for (const { id } of [investor, second, people[0] as Actor]) await spread(id)
  await expect(spread((people[1] as Actor).id)).rejects.toMatchObject(alone)
  // Nor by making someone's document another person's, or showing what was hidden.
  const { rows } = await portal.owner.query(
    `update documents set unreleased = true where sha256 = repeat('b', 64) and user_id = $1 returning id`,
    [investor.id],
  )
  await spread((people[1] as Actor).id)
  await expect(run('update documents set unreleased = false where id = $1', [rows[0].id])).rejects.toMatchObject({
    code: expect.stringMatching(/^(42501|23514)$/),
  })
  // Work without a session, such as a job, and a session of another person.
  await portal.owner.query('update auth.sessions set user_id = $1 where user_id = $2', [second.id, admin.id])
  await expect(message('Hello')()).rejects.toMatchObject({ code: 'PROOF' })
})
