import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { randomFrom } from '../../../tests/crash/random.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { furnished, givenConsent, givenForms, untilFormsPrepared } from '../../../tests/helpers/tax.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { advanceNotes } from '../../notes/server/advance-notes.ts'
import { withdrawConsent } from '../server/consents.ts'
import { requestFurnishing } from '../server/furnish-forms.ts'
import { markCopiesMailed } from '../server/print-queue.ts'
import { requestFiling } from '../server/record-filing.ts'
import { correctTaxForm, prepareTaxRunAgain, reviewTaxRun } from '../server/tax-runs.ts'

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') })
const repetitions = Number(process.env.RACE_REPETITIONS ?? 30)
const seed = Number(process.env.RACE_SEED ?? 1)
/** Maximum milliseconds to furnish a form: during them a consent is withdrawn. */
const furnishing = 120

/** @returns the outcomes of simultaneous actions: 'done' or a code, in alphabetical order */
async function together(...acts: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(acts.map(act => act()))
  return outcomes.map(outcome => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code)).toSorted()
}

test('two people who act on the same tax forms at the same moment, and a payee who withdraws meanwhile', async ({
  portal,
  people,
  approver,
}) => {
  const { admin, colleague, investor } = people
  const { id: holderId, number } = await givenHolder(admin, investor, {
    address: '1 Congress Avenue\nAustin, TX 78701',
  })
  await givenAccreditation(portal, holderId, investor)
  const note = await givenNote(portal, people, '2014-01-01', { holderId })
  await advanceNotes()
  await givenPayment(people, note.id, { day: '2014-02-03', amount: 1_833_33n })
  let run = await givenForms(admin, 2014)
  await furnished(people, run)
  const seen = new Map<string, number>()
  const random = randomFrom(seed)
  for (let i = 0; i < repetitions; i++) {
    const consent = await givenConsent(portal, investor, holderId)
    const begun = await together(
      () => correctTaxForm(admin, run, { holder: number, reason: `Again ${i}` }),
      () => correctTaxForm(colleague, run, { holder: number, reason: `Again ${i}` }),
    )
    expect(begun).toEqual([expect.stringMatching(/^TAX_CORRECT(ION_OPEN|ED)$/), 'done'])
    const { rows } = await portal.owner.query("select id from tax_runs where reason = $1 and state = 'draft'", [
      `Again ${i}`,
    ])
    expect(rows).toHaveLength(1)
    run = rows[0].id
    await untilFormsPrepared(admin, run)
    expect(await together(...[admin, colleague].map(actor => () => reviewTaxRun(actor, run)))).toEqual([
      'TAX_RUN_STATE',
      'done',
    ])
    const requested = await together(...[admin, colleague].map(actor => () => requestFurnishing(actor, run)))
    expect(requested).toEqual(['APPROVAL_OPEN', 'done'])
    const open = await portal.owner.query(
      'select id, asked_by from approvals where subject_id = $1 and decision is null',
      [run],
    )
    expect(open.rows).toHaveLength(1)
    const other: Actor = open.rows[0].asked_by === admin.id ? colleague : admin
    const decide = (actor: Actor) => () => decideApproval(actor, open.rows[0].id, 'approved')
    const withdraw = () => pause(random.between(0, furnishing)).then(() => withdrawConsent(investor, consent))
    const decided = await together(decide(other), decide(approver), withdraw)
    expect(decided).toEqual(['APPROVAL_GONE', 'done', 'done'])
    // Its copy is in the portal with an e-mail, or on paper without one.
    const found = await portal.owner.query(
      `select t.delivery, (select count(*)::int from tax_return_mails m where m.return_id = t.id) as mails,
        (select count(*)::int from tax_returns o where o.run_id = t.run_id) as forms, r.state
      from tax_returns t join tax_runs r on r.id = t.run_id where t.run_id = $1`,
      [run],
    )
    const [form] = found.rows
    expect(['portal', 'paper']).toContain(form.delivery)
    expect(form).toEqual({
      delivery: form.delivery,
      mails: form.delivery === 'portal' ? 1 : 0,
      forms: 1,
      state: 'furnished',
    })
    seen.set(form.delivery, (seen.get(form.delivery) ?? 0) + 1)
    // It stays: nothing prepares it again, one person records the filing, and one the posting of a copy.
    expect(
      await together(
        () => prepareTaxRunAgain(admin, run),
        () => prepareTaxRunAgain(colleague, run),
      ),
    ).toEqual(['TAX_RUN_STATE', 'TAX_RUN_STATE'])
    const filed = await together(
      ...[admin, colleague].map(actor => () => requestFiling(actor, run, { day: fundDay(), receipt: `R-${i}` })),
    )
    expect(filed).toEqual(['APPROVAL_OPEN', 'done'])
    if (form.delivery === 'paper') {
      const copies = await portal.owner.query('select id from tax_returns where run_id = $1', [run])
      const ids = copies.rows.map(({ id }) => id)
      const posted = await together(
        () => markCopiesMailed(admin, { copy: ids }),
        () => markCopiesMailed(colleague, { copy: ids }),
      )
      expect(posted).toEqual(['TAX_COPY_GONE', 'done'])
    }
  }
  console.log(`copies in the portal: ${seen.get('portal') ?? 0}, on paper: ${seen.get('paper') ?? 0}`)
})
