import { randomUUID } from 'node:crypto'
import { administrators, ownerOnly } from './actors.ts'
import { type AddressDoor, form, row, signInFirst, toSignIn } from './address-door.ts'
import { newHolder, newNumber } from './register-doors.ts'
import {
  newAskedForm,
  newDeposit,
  newSentForm,
  newTaxConsent,
  newTaxDocument,
  newTaxProfile,
  newTaxRun,
  newTinNotice,
} from './tax-doors.ts'
import { mark, type World } from './world.ts'

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
export const taxAddresses: AddressDoor[] = [
  row('GET /profile/tax', ownerOnly('sees', '200', toSignIn), async world => ({
    path: `/profile/tax?holder=${await newHolder(world)}`,
  })),
  form(`${own} send`, ownerOnly('changes', '404', { ...signInFirst, administrator: 'changes' }), async world => ({
    holder: await newHolder(world),
    document: await newTaxDocument(world),
    form: 'w9',
  })),
  form(`${own} ask`, ownerOnly('changes', '404', signInFirst), async world => ({ holder: await newHolder(world) })),
  form(`${own} give`, ownerOnly('changes', '404', signInFirst), async world => ({
    consent: (await newTaxConsent(world, 'asked')).id,
    word: 'lantern',
  })),
  form(`${own} withdraw`, ownerOnly('changes', '404', signInFirst), async world => ({
    consent: (await newTaxConsent(world, 'given')).id,
  })),
  row('GET /profile/tax/sample/:id', ownerOnly('200', '404', toSignIn), async world => ({
    path: `/profile/tax/sample/${(await newTaxConsent(world, 'asked')).id}`,
  })),
  row(`GET ${queue}`, administrators('sees', '403', toSignIn), async world => {
    await newSentForm(world)
    return { path: `${queue}?show=all&q=${mark}` }
  }),
  // No file was sent.
  form(`POST ${queue} results`, administrators('400', '403', signInFirst), () => ({})),
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
  cardForm('file', office, async world => ({
    holder: await newHolder(world),
    document: await newTaxDocument(world),
    form: 'w9',
  })),
  cardForm('enter', office, async world => {
    await world.newPerson({ isAdmin: true })
    const { id, holder } = await newSentForm(world, 'w8')
    return { holder, certification: id, line1: `${mark} holder` }
  }),
  cardForm('return', office, async world => {
    const { id, holder } = await newSentForm(world)
    return { holder, certification: id, reason: mark }
  }),
  cardForm('reveal', administrators('409', '403', signInFirst), async world => ({
    holder: await newHolder(world),
    number: await newNumber(world),
  })),
  row(`GET ${compare}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${compare}/${(await newAskedForm(world)).holder}`,
  })),
  // Nobody can open it: this site has no key.
  form(`POST ${compare}/:id reveal`, administrators('409', '403', signInFirst), async world => ({
    at: `${compare}/${(await newAskedForm(world)).holder}`,
    number: await newNumber(world),
  })),
  cardForm('notice', office, async world => ({
    holder: (await newTaxProfile(world)).holder,
    dated: '2026-01-02',
    received: '2026-01-02',
  })),
  ...['notice-posted', 'notice-withdraw'].map(intent =>
    cardForm(intent, office, async world => {
      const { holder, notice } = await newTinNotice(world)
      return { holder, id: notice }
    }),
  ),
  cardForm('consent-withdraw', office, async world => newTaxConsent(world, 'given')),

  row(`GET ${forms}`, administrators('200', '403', toSignIn), () => ({ path: forms })),
  form(`POST ${forms} begin`, administrators('409', '403', signInFirst), () => ({ year: '1999' })),
  row(`GET ${forms}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${forms}/${(await newTaxRun(world, 'draft')).run}`,
  })),
  ...['again', 'review'].map(intent =>
    form(`POST ${forms}/:id ${intent}`, office, async world => ({
      at: `${forms}/${(await newTaxRun(world, 'draft')).run}`,
    })),
  ),
  form(`POST ${forms}/:id furnish`, office, async world => {
    await world.newPerson({ isAdmin: true })
    return { at: `${forms}/${(await newTaxRun(world, 'reviewed')).run}` }
  }),
  form(`POST ${forms}/:id filed`, office, async world => {
    await world.newPerson({ isAdmin: true })
    return { at: `${forms}/${(await newTaxRun(world, 'furnished')).run}`, day: '2026-01-02', receipt: mark, why: mark }
  }),
  form(`POST ${forms}/:id correct`, office, async world => {
    const { run, number } = await newTaxRun(world, 'furnished')
    return { at: `${forms}/${run}`, holder: number, reason: mark }
  }),
  form(`POST ${forms}/:id paper`, office, async world => {
    const { run, form: id } = await newTaxRun(world, 'furnished')
    return { at: `${forms}/${run}`, form: id, reason: 'asked' }
  }),
  row(`GET ${withholding}`, administrators('sees', '403', toSignIn), async world => {
    await newDeposit(world)
    return { path: `${withholding}?year=2026` }
  }),
  form(`POST ${withholding} deposit`, office, async world => {
    await world.newPerson({ isAdmin: true })
    return {
      ...{ year: '2026', day: '2026-01-02', amount: '440.00', confirmedAmount: '44000' },
      reference: `${mark} ${randomUUID()}`,
    }
  }),
  form(`POST ${withholding} reverse`, office, async world => {
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
  form(`POST ${paper} mailed`, office, async world => ({
    copy: (await newTaxRun(world, 'furnished', 'paper')).form,
  })),
]
