import { randomUUID } from 'node:crypto'
import { administrators, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newHolder, newNumber } from '../../register/tests/register-doors.ts'
import { prepareAgainCommand, reviewRunCommand } from '../run.commands.ts'
import {
  newDeposit,
  newRequestedForm,
  newSentForm,
  newTaxConsent,
  newTaxDocument,
  newTaxProfile,
  newTaxRun,
  newTinNotice,
} from './tax-doors.ts'

const own = 'POST /profile/tax'
const queue = '/profile/admin/tax'
const card = `${queue}/holders`
const forms = `${queue}/forms`
const paper = `${queue}/paper`
const withholding = `${queue}/withholding`
const compare = '/profile/admin/approvals/tax-forms'

/** A form on a holder's tax card. */
const cardForm = (
  intent: string,
  gets: ReturnType<typeof administrators>,
  write: (world: World) => Promise<{ holder: string } & Record<string, string>>,
) =>
  form(`POST ${card}/:id ${intent}`, gets, async world => {
    const { holder, ...fields } = await write(world)
    return { at: `${card}/${holder}`, ...fields }
  })

const office = administrators('changes', '403', signInFirst)

/** Taxes: a member's own page, and the office's queue and cards. */
export const taxAddresses: AddressRow[] = [
  row('GET /profile/tax', ownerOnly('sees', '200', toSignIn), async world => ({
    path: `/profile/tax?holder=${await newHolder(world)}`,
  })),
  form(
    `${own} tax.send_form`,
    ownerOnly('changes', '404', { ...signInFirst, administrator: 'changes' }),
    async world => ({
      holder: await newHolder(world),
      documentId: await newTaxDocument(world),
      kind: 'w9',
    }),
  ),
  form(`${own} tax.ask_for_paperless`, ownerOnly('changes', '404', signInFirst), async world => ({
    holder: await newHolder(world),
  })),
  form(`${own} tax.give_consent`, ownerOnly('changes', '404', signInFirst), async world => ({
    consent: (await newTaxConsent(world, 'asked')).id,
    word: 'lantern',
  })),
  form(`${own} tax.withdraw_consent`, ownerOnly('changes', '404', signInFirst), async world => ({
    consent: (await newTaxConsent(world, 'given')).id,
  })),
  row('GET /profile/tax/sample/:id', ownerOnly('200', '404', toSignIn), async world => ({
    path: `/profile/tax/sample/${(await newTaxConsent(world, 'asked')).id}`,
  })),
  row(`GET ${queue}`, administrators('sees', '403', toSignIn), async world => {
    await newSentForm(world)
    return { path: `${queue}?show=all&q=${mark}` }
  }),
  // This site has no VAULT_KEY.
  row('GET /profile/tin-matching.txt', administrators('409', '403', toSignIn), async world => {
    await newTaxProfile(world)
    return { path: '/profile/tin-matching.txt?which=all' }
  }),
  row('GET /profile/tax/notice/:id', administrators('200', '403', toSignIn), async world => ({
    path: `/profile/tax/notice/${(await newTinNotice(world)).notice}`,
  })),
  row(`GET ${card}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${card}/${(await newSentForm(world)).holder}`,
  })),
  cardForm('tax.file_form', office, async world => ({
    holder: await newHolder(world),
    documentId: await newTaxDocument(world),
    kind: 'w9',
  })),
  cardForm('tax.profile', office, async world => {
    await world.newPerson({ isAdmin: true })
    const { id, holder } = await newSentForm(world, 'w8')
    return { holder, certification: id, nameLine1: `${mark} holder` }
  }),
  cardForm('tax.return_form', office, async world => {
    const { id, holder } = await newSentForm(world)
    return { holder, certification: id, reason: mark }
  }),
  cardForm('vault.reveal', administrators('409', '403', signInFirst), async world => ({
    holder: await newHolder(world),
    number: await newNumber(world),
  })),
  row(`GET ${compare}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${compare}/${(await newRequestedForm(world)).holder}`,
  })),
  // No one can open it: this site has no key.
  form(`POST ${compare}/:id vault.reveal`, administrators('409', '403', signInFirst), async world => ({
    at: `${compare}/${(await newRequestedForm(world)).holder}`,
    number: await newNumber(world),
  })),
  cardForm('tax.record_notice', office, async world => ({
    holder: (await newTaxProfile(world)).holder,
    noticeDate: '2026-01-02',
    receivedOn: '2026-01-02',
  })),
  ...['tax.post_notice', 'tax.withdraw_notice'].map(name =>
    cardForm(name, office, async world => {
      const { holder, notice } = await newTinNotice(world)
      return { holder, notice }
    }),
  ),
  cardForm('tax.withdraw_consent_for', office, async world => {
    const { holder, id: consent } = await newTaxConsent(world, 'given')
    return { holder, consent }
  }),

  row(`GET ${forms}`, administrators('200', '403', toSignIn), () => ({ path: forms })),
  row(`GET ${forms}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${forms}/${(await newTaxRun(world, 'draft')).run}`,
  })),
  ...[prepareAgainCommand, reviewRunCommand].map(({ name }) =>
    form(`POST ${forms}/:id ${name}`, async world => ({
      at: `${forms}/${(await newTaxRun(world, 'draft')).run}`,
    })),
  ),
  form(`POST ${forms}/:id tax.furnish`, async world => {
    await world.newPerson({ isAdmin: true })
    return { at: `${forms}/${(await newTaxRun(world, 'reviewed')).run}` }
  }),
  form(`POST ${forms}/:id tax.file`, async world => {
    await world.newPerson({ isAdmin: true })
    return { at: `${forms}/${(await newTaxRun(world, 'furnished')).run}`, day: '2026-01-02', receipt: mark, why: mark }
  }),
  form(`POST ${forms}/:id tax.correct_form`, async world => {
    const { run, number } = await newTaxRun(world, 'furnished')
    return { at: `${forms}/${run}`, holder: number, reason: mark }
  }),
  form(`POST ${forms}/:id tax.send_on_paper`, async world => {
    const { run, form: id } = await newTaxRun(world, 'furnished')
    return { at: `${forms}/${run}`, form: id, reason: 'asked' }
  }),
  row(`GET ${withholding}`, administrators('sees', '403', toSignIn), async world => {
    await newDeposit(world)
    return { path: `${withholding}?year=2026` }
  }),
  form(`POST ${withholding} tax.deposit`, async world => {
    await world.newPerson({ isAdmin: true })
    return {
      ...{ year: '2026', day: '2026-01-02', amount: '440.00', confirmedAmount: '44000' },
      reference: `${mark} ${randomUUID()}`,
    }
  }),
  form(`POST ${withholding} tax.deposit_reverse`, async world => {
    await world.newPerson({ isAdmin: true })
    return { ...(await newDeposit(world)), reason: mark }
  }),
  row('GET /profile/tax/iris/:id', administrators('sees', '403', toSignIn), async world => ({
    path: `/profile/tax/iris/${(await newTaxRun(world, 'furnished')).run}`,
  })),
  row(`GET ${paper}`, administrators('sees', '403', toSignIn), async world => {
    await newTaxRun(world, 'furnished', 'paper')
    return { path: paper }
  }),
  form(`POST ${paper} tax.mark_mailed`, async world => ({
    copy: (await newTaxRun(world, 'furnished', 'paper')).form,
  })),
]
