import { data, href } from 'react-router'
import { tax as settings } from '../../../content/tax.ts'
import { taxPapers } from '../../../content/tax-papers.ts'
import { dayOf, formatDay, partsOf } from '../../../rules/days.ts'
import { withQuery } from '../../../rules/url.ts'
import { titleOf } from '../../documents/documents.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { frozenWords } from '../../holdings/investor/frozen-words.ts'
import type { Holdings } from '../../holdings/server/holdings.ts'
import { SettingsSection } from '../../settings/investor/settings-section.tsx'
import { text } from '../../shell/actions/fields.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { serverContext } from '../../shell/context.ts'
import { BackLink } from '../../shell/portal/back-link.tsx'
import type { Shown } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { showOne } from '../../shell/portal/one-page.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { resultOrError } from '../../shell/portal/server-errors.ts'
import { useLiveUpdates } from '../../shell/portal/use-live-updates.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { todayOfFund } from '../../shell/today-of-fund.ts'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { WholeCodes } from '../../shell/ui/whole-codes.tsx'
import { exemptReason, type LeftOutReason } from '../form-1099-int.ts'
import * as ownTaxCommands from '../own.commands.ts'
import { nextForm, noFormWords, unpromisedReason } from '../promised-form.ts'
import type { OwnTax } from '../server/own-tax.ts'
import type { Route } from './+types/route'
import { ConsentSection } from './consent-section.tsx'
import { FormSection } from './form-section.tsx'
import style from './tax.module.css'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

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

/** The facts about a holder's next form. */
function formAhead(
  onFile: OwnTax['onFile'],
  tax: OwnTax | undefined,
  holdings: Holdings | undefined,
  today: string,
): FormAhead | undefined {
  if (!tax?.holder || !taxPapers) return undefined
  const { id } = tax.holder
  const isThisYears = ({ at }: OwnTax['documents'][number]) => at >= new Date(`${partsOf(today).year}-01-01`)
  const next = nextForm(today, taxPapers.until, tax.documents.some(isThisYears))
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

export default showOne<typeof loader>(TaxPage)

type ShownTax = Omit<OwnTax, 'onFile'>

/** The facts about a holder's next Form 1099-INT. Days are 'YYYY-MM-DD'. */
interface FormAhead {
  /** Its year, and the day by which it comes. */
  year: number
  due: string
  /** Whether the holder gets none, whatever it is paid. */
  isExempt: boolean
  /** Why it gets none for the year; null where it does. */
  noForm: { reason: LeftOutReason; kind: HolderKind } | null
}

/** What the fund has on file about a holder's taxes, how its forms come, and those that came. */
function TaxPage({ tax, ahead, loadError }: Shown<typeof loader>) {
  useLiveUpdates(useMe().id)
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink to={href('/profile')}>Your documents</BackLink>
      <LoadError error={loadError} />
      {tax && !tax.holder && (
        <EmptyState title="Nothing here yet">
          Once we’ve set up your note, you can send your Form W-9 here, and find your tax forms.
        </EmptyState>
      )}
      {tax?.holder && <HolderTax key={tax.holder.id} tax={tax} holder={tax.holder} ahead={ahead} />}
    </article>
  )
}

type HolderProps = { tax: ShownTax; holder: NonNullable<OwnTax['holder']>; ahead: FormAhead | undefined }

function HolderTax({ tax, holder, ahead }: HolderProps) {
  const me = useMe()
  const { say, ...notice } = useNotice()
  const { holders } = tax
  return (
    <>
      {holders.length === 1 && <p className="strong breakable">{holder.legalName}</p>}
      {!holder.canAct && (
        <p className={`quiet measure ${style.quiet}`}>
          {holder.isFrozen
            ? frozenWords(holder.legalName)
            : 'You can view this, but only those who sign for this holder can act.'}
        </p>
      )}
      <div>
        <SettingsSection
          title="Your tax form"
          note={
            ahead?.isExempt
              ? 'Form W-9 tells us the account’s name and tax number. If it isn’t a US person’s, send Form W-8.'
              : 'Form W-9 tells us the name and number under which we report your interest. If you’re not a US person, send Form W-8.'
          }
        >
          <FormSection me={me} tax={tax} holder={holder} onNotice={say} />
        </SettingsSection>
        {/* Consent that was given can still be withdrawn. */}
        {(!ahead?.isExempt || tax.consent.state === 'given') && (
          <SettingsSection
            title="Paperless tax forms"
            note="If you agree, your tax forms come to your portal instead of by post. It’s your choice, for each holder."
          >
            <ConsentSection tax={tax} holder={holder} isExempt={ahead?.isExempt ?? false} onNotice={say} />
          </SettingsSection>
        )}
        <SettingsSection title="Tax documents" note={<WholeCodes>{documentsNote(ahead)}</WholeCodes>}>
          <Papers documents={tax.documents} />
        </SettingsSection>
      </div>
      <Notice {...notice} />
    </>
  )
}

/** What comes when, and until when it stays. */
function documentsNote(ahead: FormAhead | undefined): string {
  if (ahead?.noForm) return noFormWords(ahead.noForm.reason, ahead.noForm.kind, ahead.year)
  const until = formatDay(dayOf({ year: 2000, ...settings.staysUntil })).replace(/, \d+$/, '')
  const stays = `Each stays here at least until ${until} of the year in which it comes.`
  if (!taxPapers || !ahead) return stays
  return `${taxPapers.name} for ${ahead.year} will be here by ${formatDay(ahead.due)}. ${stays}`
}

function Papers({ documents }: Pick<OwnTax, 'documents'>) {
  if (documents.length === 0) return <p className={`quiet measure ${style.quiet}`}>None yet.</p>
  return (
    <ul className={`plain-list tabular double divided ${style.documents}`}>
      {documents.map(({ id, filename, at }) => (
        <li key={id}>
          <Link to={withQuery(href('/profile'), { document: id })}>
            <WholeCodes>{titleOf(filename)}</WholeCodes>
          </Link>
          <FormattedDate date={at} />
        </li>
      ))}
    </ul>
  )
}
