import { data, href } from 'react-router'
import { tax as settings } from '../../../content/tax.ts'
import { taxPapers } from '../../../content/tax-papers.ts'
import { partsOf } from '../../../rules/notes/days.ts'
import * as ownTaxCommands from '../../../rules/tax/own.commands.ts'
import { nextForm, unpromisedReason } from '../../../rules/tax/promised-form.ts'
import { exemptReason } from '../../../rules/tax/returns.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Holdings } from '../../../server/holdings/holdings.ts'
import type { OwnTax } from '../../../server/tax/own-tax.ts'
import { text } from '../../actions/fields.ts'
import { commandActions } from '../../commands/command-actions.ts'
import { serverContext } from '../../context.ts'
import { todayOfFund } from '../admin/register/address.ts'
import { LastLoaded } from '../last-loaded.tsx'
import { requireActor } from '../require-actor.ts'
import { resultOrError } from '../server-errors.ts'
import { useLiveUpdates } from '../use-live-updates.ts'
import { useMe } from '../use-me.ts'
import type { Route } from './+types/route'
import { type FormAhead, TaxPage } from './tax-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/** Loads what is on file about the taxes of a holder that the reader acts for; the chosen account, else the first. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const [{ value, loadError }, holdings] = await Promise.all([
    resultOrError(server.operations.getOwnTax(actor, server.account), 'LOAD_TAX_FAILED'),
    // Without the notes, nothing is promised.
    actor.isMember ? server.operations.getHoldings(actor).catch(() => undefined) : undefined,
  ])
  const { onFile = [], ...tax } = value ?? {}
  const ahead = formAhead(onFile, value, holdings, todayOfFund())
  return data({ tax: value && (tax as Omit<OwnTax, 'onFile'>), ahead, loadError }, { status: loadError ? 500 : 200 })
}

/** What is known of the next form of a holder. */
function formAhead(
  onFile: OwnTax['onFile'],
  tax: OwnTax | undefined,
  holdings: Holdings | undefined,
  today: string,
): FormAhead | undefined {
  if (!tax?.holder || !taxPapers) return undefined
  const { id } = tax.holder
  const isThisYears = ({ at }: OwnTax['papers'][number]) => at >= new Date(`${partsOf(today).year}-01-01`)
  const next = nextForm(today, taxPapers.until, tax.papers.some(isThisYears))
  const payee = onFile.find(({ year }) => year === next.year)?.payee
  if (!payee) return undefined
  const notes = holdings?.notes.filter(({ holder }) => holder.id === id)
  const exempt = exemptReason(payee, settings)
  if (!notes && !exempt) return undefined
  const reason = notes ? unpromisedReason(payee, notes, next.year, today, settings) : exempt
  return { ...next, isExempt: exempt !== undefined, noForm: reason ? { reason, kind: payee.kind } : null }
}

/** POST: what members send, agree to and withdraw. */
export const action = commandActions([...Object.values(ownTaxCommands)], {
  redirectTo: ({ form }) => withQuery(href('/profile/tax'), { holder: text(form, 'holder') }),
})

/** A holder's taxes: the form with its tax number, consent to paperless forms, and the papers of each year. */
export default function TaxRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates(me.id)
  return <LastLoaded loaded={loaderData}>{shown => <TaxPage me={me} {...shown} />}</LastLoaded>
}
