import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { accountant, endIn, givenDelegate, givenFiled } from '../../../tests/helpers/delegates.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { checkFile } from '../../../tests/helpers/imports.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { insertNote } from '../../../tests/helpers/insert-notes.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test as shared } from '../../../tests/helpers/shared-portal.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { notInArchive } from '../../backup/archive-texts.ts'
import { getDeliveryRecipients } from '../../deliveries/server/recipients.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { getDocument } from '../../documents/server/documents.ts'
import { getDocumentHistory } from '../../documents/server/history.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { requestFreeze } from '../../holders/server/freeze-holder.ts'
import { requestNewMember } from '../../holders/server/member-changes.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { acceptDelegate, acceptPeople, acceptPerson } from '../../people/server/account-access.ts'
import { erasePerson } from '../../people/server/erasure.ts'
import { inviteUser } from '../../people/server/invitations.ts'
import { grantAdministrator } from '../../people/server/operator-actions.ts'
import { getAllUsersForAdmin } from '../../people/server/people-list.ts'
import { requestAdministrator, requestApprover } from '../../people/server/rights.ts'
import { importSample } from '../../register/server/import/import-files.ts'
import {
  delegateInvitationsPerAddress,
  delegateLimit,
  delegatePresets,
  grantMonths,
  latestEnd,
  presetEnd,
} from '../delegates.ts'
import { acceptInvitation } from '../server/accept-invitation.ts'
import { getHolderDelegates, getSharedAccessOf } from '../server/holder-delegates.ts'
import { inviteDelegate } from '../server/invite-delegate.ts'
import { getDelegate, getOwnDelegates } from '../server/own-delegates.ts'
import { revokeGrant } from '../server/revoke-grant.ts'
import { getSharedFigures } from '../server/shared-figures.ts'
import { getShared } from '../server/shared-with-me.ts'

const today = fundDay()

/** A holder with an owner, a view-only member, and an accountant who isn't a member. */
const test = shared
  .extend('spouse', ({ portal, domain }) => portal.newPerson(`spouse@${domain}`, { fullName: 'Spouse Vestor' }))
  .extend('cpa', ({ portal, domain }) => portal.newPerson(`cpa@${domain}`, { fullName: 'Carla Paula', guest: true }))
  .extend('holder', async ({ admin, investor, spouse }) => {
    const { id } = await givenHolder(admin, investor, {
      legalName: 'Vestor Family Trust',
      kind: 'revocable_trust',
      members: [
        { userId: investor.id, right: 'owner' },
        { userId: spouse.id, right: 'viewer' },
      ],
    })
    return id
  })

const stateOf = async (member: Actor, id: string) =>
  (await getOwnDelegates(member)).delegates.find(each => each.id === id)?.state

test('an accountant is invited, accepts, and sees the categories that they were granted until they are revoked', async ({
  portal,
  admin,
  investor,
  cpa,
  holder,
  domain,
}) => {
  const tax = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax', '1099-INT.pdf')
  await givenFiled(portal, { holder, owner: investor, by: admin }, 'Agreements', 'Note.pdf')
  const id = await inviteDelegate(await withFreshProof(portal, investor), accountant(holder, cpa.email))
  const mail = await portal.mailbox.to(cpa.email)
  expect(mail.subject).toBe('You’re invited to view documents with Larkstone')
  expect(mail.text).toContain('Vestor Family Trust has invited you, as their accountant')
  expect(mail.text).toContain(`${portal.url}/login?next=`)
  expect(mail.text).not.toMatch(/Iris|1099|\$/)

  // An invitation shows only itself.
  expect(await getShared(cpa)).toMatchObject({
    invitations: [{ grantId: id, holder: 'Vestor Family Trust', kind: 'accountant', invitedBy: 'Iris Vestor' }],
    holders: [],
  })
  await expect(getDocument(cpa, tax)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await stateOf(investor, id)).toBe('invited')

  await acceptInvitation(cpa, id)
  for (const member of [investor.email, `spouse@${domain}`]) {
    const notice = await eventually('word of it', () =>
      portal.mailbox.allTo(member).find(({ subject }) => subject === 'Your accountant has access now'),
    )
    expect(notice.text).toContain('/profile/delegates')
  }
  expect(await stateOf(investor, id)).toBe('active')
  const { holders } = await getShared(cpa)
  expect(holders).toMatchObject([
    { holderId: holder, categories: ['Statements', 'Tax'], figures: false, download: true },
  ])
  expect(holders[0]?.documents.map(({ filename }) => filename)).toEqual(['1099-INT.pdf'])
  expect(await getDocument(cpa, tax)).toMatchObject({ id: tax, share: { mayDownload: true } })

  await revokeGrant(investor, id)
  expect(await getShared(cpa)).toMatchObject({ invitations: [], holders: [] })
  await expect(getDocument(cpa, tax)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await stateOf(investor, id)).toBe('revoked')
  await eventually('the delegate hears of it', () =>
    portal.mailbox.allTo(cpa.email).some(({ subject }) => subject === 'Your access to shared documents has ended'),
  )
  const { rows } = await portal.owner.query(
    "select action from audit_log where subject_id = $1 and action like 'delegate.%' order by id",
    [holder],
  )
  expect(rows.map(({ action }) => action)).toEqual(['delegate.invited', 'delegate.accepted', 'delegate.revoked'])
})

test('an end is the end of a day where the fund is: one second after it nothing is seen', async ({
  portal,
  admin,
  investor,
  cpa,
  holder,
}) => {
  const tax = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax')
  const until = addDays(today, 10)
  const id = await givenDelegate(portal, investor, cpa, holder, { until, figures: true })
  const { rows } = await portal.owner.query(
    `select app.fund_day(ends_at - interval '1 second')::text as last, app.fund_day(ends_at)::text as first
    from grants where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ last: until, first: addDays(until, 1) }])
  expect((await getShared(cpa)).holders).toMatchObject([{ until }])
  const cookie = await portal.sessionOf(cpa)
  const status = async (path: string) => (await portal.fetch(path, { cookie })).status
  await endIn(portal, id, 3600)
  expect(await status(`/files/${tax}`)).toBe(200)
  await endIn(portal, id, -1)
  expect(await status(`/files/${tax}`)).toBe(404)
  expect(await getShared(cpa)).toMatchObject({ invitations: [], holders: [] })
  await expect(getDocument(cpa, tax)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(incrementViewCount(cpa, tax)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getSharedFigures(cpa, holder)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await queryAs(portal, cpa.id, 'select from documents')).rowCount).toBe(0)
  expect(await stateOf(investor, id)).toBe('expired')
  await expect(revokeGrant(investor, id)).rejects.toMatchObject({ code: 'DELEGATE_GONE' })
})

test.for<[what: string, changes: Parameters<typeof accountant>[2], code: string]>([
  ['no address', { email: '' }, 'EMAIL_REQUIRED'],
  ['half an address', { email: 'cpa@example' }, 'EMAIL_INVALID'],
  ['two addresses', { email: 'a@example.com,b@example.com' }, 'EMAIL_INVALID'],
  ['nobody’s kind', { kind: 'neighbor' }, 'DELEGATE_KIND'],
  ['a kind of every object', { kind: 'constructor' }, 'DELEGATE_KIND'],
  ['nothing to see', { categories: [] }, 'DELEGATE_NOTHING'],
  ['a category that isn’t one', { categories: ['Secrets'] }, 'DELEGATE_NOTHING'],
  ['no day', { until: '' }, 'DELEGATE_DAY'],
  ['a day that isn’t one', { until: '2027-02-30' }, 'DELEGATE_DAY'],
  ['a day past', { until: addDays(today, -1) }, 'DELEGATE_DAY_PAST'],
  ['a day too far', { until: addDays(addMonths(today, grantMonths), 1) }, 'DELEGATE_DAY_FAR'],
  ['no holder', { holderId: '' }, 'DELEGATE_HOLDER'],
])('an invitation with %s is refused with a sentence', async ([, changes, code], { portal, investor, holder }) => {
  const requested = accountant(holder, 'cpa@example.com', changes)
  await expect(inviteDelegate(await withFreshProof(portal, investor), requested)).rejects.toMatchObject({
    code,
  })
  expect((await getOwnDelegates(investor)).delegates).toEqual([])
})

test('neither oneself, a member of the holder nor somebody invited already is invited', async ({
  portal,
  investor,
  spouse,
  cpa,
  holder,
}) => {
  const proved = await withFreshProof(portal, investor)
  const invite = (email: string) => inviteDelegate(proved, accountant(holder, email))
  await expect(invite(investor.email.toUpperCase())).rejects.toMatchObject({ code: 'DELEGATE_ONESELF' })
  await expect(invite(spouse.email)).rejects.toMatchObject({ code: 'DELEGATE_MEMBER' })
  const first = await invite(cpa.email)
  await expect(invite(` ${cpa.email.toUpperCase()} `)).rejects.toMatchObject({ code: 'DELEGATE_TWICE' })
  await revokeGrant(investor, first)
  await invite(cpa.email)
})

test('the answer to an invitation tells nobody who works for the fund, and such a person can’t accept it', async ({
  portal,
  admin,
  approver,
  investor,
  holder,
  domain,
}) => {
  const proved = await withFreshProof(portal, investor)
  const invite = (email: string) => inviteDelegate(proved, accountant(holder, email))
  const shown: object[] = []
  for (const email of [admin.email, approver.email, `unknown@${domain}`]) {
    const id = await invite(email)
    const { subject } = await portal.mailbox.to(email)
    shown.push({ state: await stateOf(investor, id), subject })
  }
  expect(shown[0]).toMatchObject({ state: 'invited' })
  expect(shown.slice(1)).toEqual([shown[0], shown[0]])
  for (const person of [admin, approver]) {
    const { invitations } = await getShared(person)
    await expect(acceptInvitation(person, invitations[0]?.grantId ?? '')).rejects.toMatchObject({
      code: 'DELEGATE_OF_OFFICE',
    })
    expect((await getShared(person)).holders).toEqual([])
  }
})

test('who gets the right to approve is nobody’s delegate any more', async ({ portal, investor, cpa, holder }) => {
  await givenDelegate(portal, investor, cpa, holder)
  expect((await getShared(cpa)).holders).toHaveLength(1)
  await portal.owner.query('update user_profiles set is_approver = true, accepted_at = now() where id = $1', [cpa.id])
  await expect(getSharedFigures({ ...cpa, isApprover: true }, holder)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the last day may be today, or as far away as the limit says', async ({ portal, investor, holder, domain }) => {
  const proved = await withFreshProof(portal, investor)
  await inviteDelegate(proved, accountant(holder, `a@${domain}`, { until: today }))
  await inviteDelegate(proved, accountant(holder, `b@${domain}`, { until: latestEnd(today) }))
  expect((await getOwnDelegates(investor)).delegates.map(({ until }) => until).toSorted()).toEqual([
    today,
    latestEnd(today),
  ])
})

test('the twenty-first is refused, also where two are invited at once, and there is room once one has ended', async ({
  portal,
  investor,
  holder,
  domain,
}) => {
  const proved = await withFreshProof(portal, investor)
  const invite = (name: string) => inviteDelegate(proved, accountant(holder, `${name}@${domain}`))
  const clear = () => portal.owner.query('delete from auth.limits')
  for (let n = 1; n < delegateLimit; n++) {
    await clear()
    await invite(`one-${n}`)
  }
  await clear()
  const both = await Promise.allSettled([invite('last'), invite('too-many')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'DELEGATE_LIMIT' } })
  const { delegates } = await getOwnDelegates(investor)
  expect(delegates).toHaveLength(delegateLimit)
  await revokeGrant(investor, delegates[0]?.id ?? '')
  await invite('another')
})

test('an address isn’t sent many invitations', async ({ portal, admin, investor, holder, domain }) => {
  const proved = await withFreshProof(portal, investor)
  const codes: string[] = []
  for (let n = 0; n <= delegateInvitationsPerAddress; n++) {
    const { id } = await givenHolder(admin, investor, { legalName: `Holder ${n}` })
    await inviteDelegate(proved, accountant(id, `cpa@${domain}`)).catch(error => codes.push(error.code))
  }
  expect(codes).toEqual(['TOO_MANY_DELEGATES'])
  expect((await getOwnDelegates(investor)).holders.map(({ id }) => id)).toContain(holder)
})

test('only who acts for the holder invites, with fresh proof, and not while it is frozen', async ({
  portal,
  admin,
  colleague,
  investor,
  spouse,
  second,
  cpa,
  holder,
}) => {
  const requested = accountant(holder, cpa.email)
  const invite = async (person: Actor) => inviteDelegate(await withFreshProof(portal, person), requested)
  await expect(inviteDelegate(investor, requested)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await expect(invite(spouse)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(invite(second)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(invite(admin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const insert = `insert into grants (holder_id, invited_address, kind, categories, sees_figures, may_download, ends_at,
    invited_by) values ($1, 'x@example.com', 'spouse', '{Tax}', false, false, app.after_fund_day(app.fund_day()), $2)`
  for (const person of [spouse, second, admin, cpa])
    await expect(queryAs(portal, person.id, insert, [holder, person.id])).rejects.toMatchObject({ code: '42501' })
  const waiting = await invite(investor)
  await decideApproval(colleague, await requestFreeze(admin, holder, { reason: 'dispute' }), 'approved')
  await expect(invite(investor)).rejects.toMatchObject({ code: 'HOLDER_FROZEN' })
  await expect(acceptInvitation(cpa, waiting)).rejects.toMatchObject({ code: 'DELEGATE_FROZEN' })
  expect((await getOwnDelegates(investor)).holders).toEqual([])
  // Revoking is always possible, even for a view-only member.
  await revokeGrant(spouse, waiting)
  expect(await stateOf(spouse, waiting)).toBe('revoked')
})

test('only the invited address accepts, once, and neither what was withdrawn nor what has ended', async ({
  portal,
  investor,
  second,
  cpa,
  holder,
  domain,
}) => {
  const proved = await withFreshProof(portal, investor)
  const id = await inviteDelegate(proved, accountant(holder, cpa.email))
  for (const stranger of [second, investor])
    await expect(acceptInvitation(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // So does the table; it can't be accepted for someone else, or backdated.
  const accept = 'update grants set person_id = $2, accepted_at = now() where id = $1'
  expect((await queryAs(portal, second.id, accept, [id, second.id])).rowCount).toBe(0)
  await expect(queryAs(portal, investor.id, accept, [id, investor.id])).rejects.toMatchObject({ code: '42501' })
  await acceptInvitation(cpa, id)
  await expect(acceptInvitation(cpa, id)).rejects.toMatchObject({ code: 'INVITATION_GONE' })
  await expect(
    queryAs(portal, cpa.id, "update grants set ends_at = ends_at + interval '1 day' where id = $1", [id]),
  ).rejects.toMatchObject({ code: '42501' })
  expect((await queryAs(portal, cpa.id, 'update grants set revoked_at = now() where id = $1', [id])).rowCount).toBe(0)
  await expect(revokeGrant(cpa, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(revokeGrant(second, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const other = await portal.newPerson(`other-cpa@${domain}`)
  const withdrawn = await inviteDelegate(proved, accountant(holder, other.email))
  await revokeGrant(investor, withdrawn)
  await expect(acceptInvitation(other, withdrawn)).rejects.toMatchObject({ code: 'INVITATION_GONE' })
  const over = await inviteDelegate(proved, accountant(holder, other.email))
  await endIn(portal, over, -1)
  await expect(acceptInvitation(other, over)).rejects.toMatchObject({ code: 'INVITATION_GONE' })
  await expect(queryAs(portal, other.id, accept, [over, other.id])).rejects.toMatchObject({ code: '42501' })
})

test('somebody without an account becomes one by the invitation, and doesn’t wait to be accepted by the office', async ({
  portal,
  admin,
  investor,
  holder,
  domain,
}) => {
  const email = `new-cpa@${domain}`
  const id = await inviteDelegate(await withFreshProof(portal, investor), accountant(holder, email))
  const cookie = await portal.signIn(email)
  const { profile } = await (await portal.fetch('/api/session', { cookie })).json()
  await acceptInvitation({ ...profile, fullName: null, isAdmin: false }, id)
  expect(await stateOf(investor, id)).toBe('active')
  expect((await getAllUsersForAdmin(admin, { search: email })).users).toMatchObject([
    { email, acceptedAt: null, isDelegate: true },
  ])
  const waits = 'select guests::int as guests from app.count_waiting_people()'
  const counted = async () => (await queryAs(portal, admin.id, waits)).rows[0].guests
  const before = await counted()
  await portal.newPerson(`guest@${domain}`, { guest: true })
  expect(await counted()).toBe(before + 1)
  // Nor afterward: they came because an investor shared something, and didn't ask to invest.
  await revokeGrant(investor, id)
  expect(await counted()).toBe(before + 1)
  expect((await getAllUsersForAdmin(admin, { search: email })).users).toMatchObject([
    { isDelegate: false, isGuest: false },
  ])
})

test('a delegate becomes an investor by no door but the one that asks why, and is nobody’s recipient among all', async ({
  portal,
  admin,
  investor,
  cpa,
  holder,
  domain,
}) => {
  const grant = await givenDelegate(portal, investor, cpa, holder)
  const invited = `invited-cpa@${domain}`
  await inviteDelegate(await withFreshProof(portal, investor), accountant(holder, invited))
  const proved = await withFreshProof(portal, admin)
  const isAccepted = async (email = cpa.email) =>
    (await portal.owner.query('select accepted_at from user_profiles where lower(email) = $1', [email])).rows[0]
      ?.accepted_at
  const refused = { code: 'DELEGATE_NOT_GUEST' }
  const unknown = { code: 'MEMBER_UNKNOWN' }
  const stays = { code: '23514', constraint: 'delegate_stays' }

  // The list of guests, one row and several.
  expect((await getAllUsersForAdmin(admin, { state: 'guests', search: domain })).users).toEqual([])
  expect((await getAllUsersForAdmin(admin, { state: 'shared', search: domain })).users).toMatchObject([
    { id: cpa.id, isGuest: false },
  ])
  await expect(acceptPerson(admin, cpa.id)).rejects.toMatchObject(refused)
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  await expect(acceptPeople(admin, { ids: [guest.id, cpa.id] })).rejects.toMatchObject(refused)
  expect(await isAccepted(guest.email)).toBeNull()
  // An invitation of an address that an investor invites, and of a known one.
  const fields = { full_name: '', organization: '' }
  await expect(inviteUser(admin, { email: invited, ...fields })).rejects.toMatchObject({
    code: 'INVITED_DELEGATE',
  })
  await expect(inviteUser(admin, { email: cpa.email, ...fields })).rejects.toMatchObject({ code: 'ALREADY_INVITED' })
  // Rights, also by the server's command.
  await expect(requestAdministrator(proved, cpa.id)).rejects.toMatchObject(refused)
  await expect(requestApprover(proved, cpa.id)).rejects.toMatchObject({ code: 'APPROVER_INACTIVE' })
  for (const email of [cpa.email, invited])
    expect(await grantAdministrator(portal.owner, email, portal.url)).toMatchObject({ done: false })
  // As a holder's member, and as an imported holder's member.
  await expect(givenHolder(admin, cpa)).rejects.toMatchObject(unknown)
  const joining = { email: cpa.email, right: 'viewer', paper: 'Letter' }
  await expect(requestNewMember(proved, holder, joining)).rejects.toMatchObject(unknown)
  expect((await checkFile(admin, importSample(cpa.email))).problems[0]?.problem).toContain(
    `${cpa.email} has been accepted`,
  )
  // Statements of an administrator, and of anything else that writes as the site.
  await expect(queryAs(portal, admin.id, 'select app.accept_person($1)', [cpa.id])).rejects.toMatchObject(stays)
  await expect(
    queryAs(portal, admin.id, 'update user_profiles set accepted_at = now() where id = $1', [cpa.id]),
  ).rejects.toMatchObject({ code: '42501' })
  // Only the commit checks the reason, so that it can't be bypassed.
  await expect(queryAs(portal, admin.id, 'select app.accept_delegate($1)', [cpa.id])).rejects.toMatchObject(stays)
  expect(await isAccepted()).toBeNull()
  expect(await isAccepted(invited)).toBeUndefined()

  const everyone = async () =>
    (await getDeliveryRecipients(admin)).filter(each => each.isAccepted && each.about === cpa.email)
  expect(await everyone()).toEqual([])
  await expect(acceptDelegate(admin, cpa.id, { reason: ' ' })).rejects.toMatchObject({ code: 'ACCEPT_REASON' })
  expect(await acceptDelegate(admin, cpa.id, { reason: 'Invests, too' })).toBe(true)
  expect(await acceptDelegate(admin, cpa.id, { reason: 'Invests, too' })).toBe(false)
  expect(await everyone()).toHaveLength(1)
  const logged = "select details from audit_log where action = 'person.delegate_accepted' and subject_id = $1"
  expect((await portal.owner.query(logged, [cpa.id])).rows).toEqual([{ details: { reason: 'Invests, too' } }])
  // Access shared with them stays.
  expect(await getSharedAccessOf(admin, cpa.id)).toMatchObject([{ id: grant, state: 'active', holderId: holder }])
  expect((await getShared(cpa)).holders).toHaveLength(1)
})

test('a grant stays its person’s when somebody else has the address later, and shows nothing while they use another one', async ({
  portal,
  admin,
  investor,
  cpa,
  holder,
  domain,
}) => {
  const tax = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax')
  const id = await givenDelegate(portal, investor, cpa, holder)
  const move = async (person: string, email: string) => {
    await portal.owner.query('update auth.users set email = $2 where id = $1', [person, email])
    await portal.owner.query('update user_profiles set email = $2 where id = $1', [person, email])
  }
  await move(cpa.id, `moved@${domain}`)
  const heir = await portal.newPerson(cpa.email)
  for (const person of [cpa, heir]) {
    expect(await getShared(person)).toMatchObject({ invitations: [], holders: [] })
    await expect(getDocument(person, tax)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(acceptInvitation(person, id)).rejects.toMatchObject({ code: /NOT_FOUND|INVITATION_GONE/ })
  }
  expect((await getOwnDelegates(investor)).delegates).toMatchObject([{ id, state: 'active', hasMoved: true }])
  // A new acceptance, for the new address.
  await revokeGrant(investor, id)
  const moved = { ...cpa, email: `moved@${domain}` }
  await givenDelegate(portal, investor, moved, holder)
  expect(await getDocument(moved, tax)).toMatchObject({ id: tax })
})

test('what a delegate reads is kept: who, as what, which document, how, when and from where', async ({
  portal,
  admin,
  investor,
  spouse,
  cpa,
  holder,
}) => {
  const tax = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax', '1099-INT.pdf')
  const other = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Statements', 'Statement.pdf')
  const id = await givenDelegate(portal, investor, cpa, holder, { figures: true })
  await insertNote(portal.owner.query.bind(portal.owner) as never, holder, { issueDate: '2026-01-15', until: today })
  const cookie = await portal.sessionOf(cpa)
  const agent = { 'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/130.0 Safari/537.36' }
  const ask = (path: string, options: RequestInit = {}) =>
    portal.fetch(path, { cookie, ip: '203.0.113.7', ...options, headers: { ...agent } })
  const from = { ip: '203.0.113.7', userAgent: agent['User-Agent'] }
  expect(await incrementViewCount({ ...cpa, from }, tax)).toBe(0)
  await (await ask(`/files/${tax}`)).arrayBuffer()
  await (await ask(`/files/${tax}?download=1`)).arrayBuffer()
  await (
    await ask('/files/zip', {
      method: 'POST',
      body: new URLSearchParams([
        ['ids', tax],
        ['ids', other],
      ]),
    })
  ).arrayBuffer()
  await getSharedFigures({ ...cpa, from }, holder)
  // Loaded again within ten minutes.
  await getSharedFigures(cpa, holder)

  const { delegate, reads, total } = await getDelegate(investor, id)
  expect(delegate).toMatchObject({ name: 'Carla Paula', kind: 'accountant', documentsRead: 2, state: 'active' })
  expect(reads.map(({ how, filename }) => `${how} ${filename}`).toSorted()).toEqual([
    'archived 1099-INT.pdf',
    'archived Statement.pdf',
    'downloaded 1099-INT.pdf',
    'figures null',
    'opened 1099-INT.pdf',
    'viewed 1099-INT.pdf',
  ])
  expect(total).toBe(6)
  expect(new Set(reads.map(({ ip }) => ip))).toEqual(new Set(['203.0.113.7']))
  expect(new Set(reads.map(({ device }) => device))).toEqual(new Set(['Chrome on Mac']))
  // All members and administrators see it.
  expect((await getDelegate(spouse, id)).total).toBe(6)
  expect((await getDelegate(admin, id)).total).toBe(6)
  expect(await getHolderDelegates(admin, holder)).toMatchObject([{ id, documentsRead: 2 }])
  // The document's own history has the view, and counts it.
  expect(await getDocumentHistory(investor, tax)).toContainEqual(
    expect.objectContaining({ kind: 'viewed', user_name: 'Carla Paula' }),
  )
  const { rows } = await portal.owner.query(
    'select view_count, read_at, opened_by_others_at is not null as opened from documents where id = $1',
    [tax],
  )
  // It is still unread by its owner.
  expect(rows).toEqual([{ view_count: 1, read_at: null, opened: true }])
  await portal.owner.query('update documents set retain_until = null where id = $1', [tax])
  await deleteDocument(admin, tax)
  expect((await getDelegate(investor, id)).reads.filter(({ documentId }) => documentId === null)).toHaveLength(5)
})

test('without the right to save, the portal shows a document, and refuses downloads and archives', async ({
  portal,
  admin,
  investor,
  cpa,
  holder,
}) => {
  const pdf = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax', '1099-INT.pdf')
  const word = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax', 'Letter.docx')
  await givenDelegate(portal, investor, cpa, holder, { download: false })
  const cookie = await portal.sessionOf(cpa)
  const ask = async (path: string, options: RequestInit = {}) => {
    const answer = await portal.fetch(path, { cookie, ...options })
    return { status: answer.status, text: await answer.text(), to: answer.headers.get('location') }
  }
  expect((await ask(`/files/${pdf}`)).status).toBe(200)
  expect((await ask(`/files/${pdf}`, { headers: { Range: 'bytes=0-3' } })).status).toBe(206)
  const refused = { status: 403, text: expect.stringContaining('not download it') }
  expect(await ask(`/files/${pdf}?download=1`)).toMatchObject(refused)
  // No browser displays it, so it would be saved.
  expect(await ask(`/files/${word}`)).toMatchObject(refused)
  expect(await ask(`/files/${pdf}`, { headers: { 'Sec-Fetch-Dest': 'iframe' } })).toMatchObject(refused)
  expect(await ask(`/files/${pdf}`, { headers: { 'Sec-Fetch-Dest': 'document' } })).toMatchObject({
    status: 303,
    to: `/profile/shared?document=${pdf}`,
  })
  expect(await ask('/files/zip', { method: 'POST', body: new URLSearchParams({ ids: pdf }) })).toMatchObject(refused)
  const { rows } = await portal.owner.query('select distinct how from delegate_reads where document_id = $1', [pdf])
  expect(rows).toEqual([{ how: 'opened' }])
})

test('figures are the holder’s own, without the account that they are paid to', async ({
  portal,
  admin,
  investor,
  cpa,
}) => {
  const { id: holder } = await givenHolder(admin, investor, {
    legalName: 'Equity Trust FBO Iris Vestor IRA',
    kind: 'sdira',
    custodianName: 'Equity Trust Company',
  })
  await portal.owner.query("update holders set custodian_account_last4 = '4821' where id = $1", [holder])
  await insertNote(portal.owner.query.bind(portal.owner) as never, holder, {
    issueDate: addMonths(today, -4),
    until: today,
    paid: [1, 2],
    payee: 'First Bank ending 9988',
  })
  const id = await givenDelegate(portal, investor, cpa, holder, { figures: true, categories: [] })
  const figures = await getSharedFigures(cpa, holder)
  const own = await getHoldings(investor)
  const sums = (note: NonNullable<typeof own>['notes'][number] | undefined) =>
    note && [
      note.number,
      note.outstandingCents,
      note.accruedCents,
      note.interestPaidCents,
      note.payments.map(({ state }) => state),
    ]
  expect(sums(figures.notes[0])).toEqual(sums(own?.notes.find(note => note.holder.id === holder)))
  const shown = JSON.stringify(figures, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(shown).not.toMatch(/4821|9988|Equity Trust Company/)
  // A delegate can't read the tables themselves.
  for (const table of [
    'notes',
    'schedule_lines',
    'ledger_entries',
    'ledger_lines',
    'holders',
    'holder_members',
    'elections',
  ])
    expect((await queryAs(portal, cpa.id, `select from ${table}`)).rowCount, table).toBe(0)
  await expect(getSharedFigures(investor, holder)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await revokeGrant(investor, id)
  await expect(getSharedFigures(cpa, holder)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a delegate who is erased sees nothing more, and what they read stays without from where', async ({
  portal,
  admin,
  investor,
  cpa,
  holder,
}) => {
  const tax = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax')
  const id = await givenDelegate(portal, investor, cpa, holder)
  await incrementViewCount({ ...cpa, from: { ip: '203.0.113.9', userAgent: 'x' } }, tax)
  await portal.owner.query("update user_profiles set disabled_at = now(), disabled_reason = 'x' where id = $1", [
    cpa.id,
  ])
  await expect(getDocument(cpa, tax)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await erasePerson(admin, cpa.id, { openNote: true, confirmation: cpa.email })
  const { delegate, reads } = await getDelegate(investor, id)
  expect(delegate.state).toBe('revoked')
  expect(delegate.address).not.toContain('cpa')
  expect(reads).toMatchObject([{ how: 'viewed', ip: undefined, device: undefined }])
})

test('presets name categories and an end: an accountant’s the next May 31', () => {
  expect(delegatePresets.accountant.categories).toEqual(['Tax', 'Statements'])
  expect(delegatePresets.custodian.categories).toEqual(['Agreements', 'Statements'])
  expect(presetEnd('accountant', '2026-11-27')).toBe('2027-05-31')
  expect(presetEnd('accountant', '2027-05-30')).toBe('2027-05-31')
  expect(presetEnd('accountant', '2027-05-31')).toBe('2028-05-31')
  for (const kind of ['spouse', 'attorney', 'adviser', 'custodian'] as const)
    expect(presetEnd(kind, '2026-11-27') <= latestEnd('2026-11-27'), kind).toBe(true)
})

test('revoking while something is read refuses the next bytes, and what an archive hasn’t come to', async ({
  portal,
  admin,
  investor,
  cpa,
  holder,
}) => {
  const big = Buffer.alloc(24 * 1024 * 1024, 'x')
  const [first, second] = [
    await givenDocument(portal, investor, { filename: 'Second.txt', uploadedBy: admin }),
    await givenDocument(portal, investor, { filename: 'First.txt', content: big, uploadedBy: admin }),
  ].map(({ id }) => id)
  await portal.owner.query("update documents set holder_id = $2, category = 'Tax' where id = any ($1)", [
    [first, second],
    holder,
  ])
  const id = await givenDelegate(portal, investor, cpa, holder)
  const cookie = await portal.sessionOf(cpa)
  const range = (from: number) =>
    portal.fetch(`/files/${second}`, { cookie, headers: { Range: `bytes=${from}-${from + 9}` } })
  expect((await range(0)).status).toBe(206)
  const archive = await portal.fetch('/files/zip', {
    method: 'POST',
    cookie,
    body: new URLSearchParams([
      ['ids', first ?? ''],
      ['ids', second ?? ''],
    ]),
  })
  const reader = archive.body?.getReader()
  const chunks = [(await reader?.read())?.value ?? new Uint8Array()]
  await revokeGrant(investor, id)
  expect((await range(10)).status).toBe(404)
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done) break
    if (value) chunks.push(value)
  }
  const entries = unzip(Buffer.concat(chunks))
  expect(entries.map(({ name }) => name)).toEqual(['First.txt', notInArchive.filename])
})
