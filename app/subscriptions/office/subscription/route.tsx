import { href } from 'react-router'
import { formatCents, formatRate } from '../../../../rules/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import { canTake } from '../../../../rules/workflows.ts'
import { holderKinds } from '../../../holders/holders.ts'
import { payoutNames } from '../../../notes/words.ts'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { PageName } from '../../../shell/office/page-name.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Day } from '../../../shell/ui/day.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { Remarks } from '../../investor/subscription/remarks.tsx'
import { rejectSubscriptionCommand, remindSubscriptionCommand } from '../../office.commands.ts'
import { remarkCommand } from '../../remark.commands.ts'
import type { OfficeSubscription } from '../../server/office-subscriptions.ts'
import { subscriptionSteps } from '../../subscription-steps.ts'
import { isOneOf, signingStates, stateWords, turnWords } from '../../subscriptions.ts'

/** Loads one subscription with everything about it. */
export const loader = loadOne(async ({ actor, operations }, id) => ({
  subscription: await operations.getSubscription(actor, id),
}))

/** POST: rejects it, reminds its investor, or leaves a remark. */
export const action = commandActions([rejectSubscriptionCommand, remindSubscriptionCommand, remarkCommand], {
  about: { subscription: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/subscriptions/:id', { id: param('id') }),
})

export default showOne<typeof loader>(SubscriptionPage)

function SubscriptionPage({ subscription }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  const { investor, state, turn, since, reason, papers, receipts, envelopeId } = subscription
  return (
    <div className="stack gap-6">
      <header className="cluster baseline gap-3">
        <PageName name={investor} />
        <Badge>{stateWords[state]}</Badge>
        <p className="quiet">
          since <FormattedDate date={since} time />
        </p>
      </header>
      <SettingsSection title="Next" note={turnWords[turn] && `Turn: ${turnWords[turn]}`}>
        <p className="breakable">{turn === 'us' || turn === 'none' ? stateWords[state] : subscription.sentence}</p>
        {envelopeId && (
          <p>
            <Link to={href('/profile/admin/envelopes/:id', { id: envelopeId })}>
              {turn === 'us' && isOneOf(signingStates, state) ? 'Read and countersign the agreement' : 'The agreement'}
            </Link>
          </p>
        )}
        {reason && <p className="breakable">Reason: {reason}</p>}
        <Wanted subscription={subscription} />
        {turn === 'you' && <CommandForm command={remindSubscriptionCommand} size="small" onDone={say} />}
      </SettingsSection>
      <SettingsSection title="Terms" note="As quoted to the investor. An agreement freezes them.">
        <Terms subscription={subscription} />
      </SettingsSection>
      <SettingsSection title="Documents of the offering" note="Who was served what to its last byte, and has read it.">
        {receipts.length === 0 ? (
          <p className="quiet">No one has read them yet.</p>
        ) : (
          <ul className="plain-list">
            {receipts.map(({ number, title, name, servedAt, acknowledgedAt }) => (
              <li key={`${number} ${name}`} className="breakable">
                {number}. {title}: {name}, served <FormattedDate date={servedAt} time />, read{' '}
                <FormattedDate date={acknowledgedAt} time />
              </li>
            ))}
          </ul>
        )}
      </SettingsSection>
      {papers.length > 0 && (
        <SettingsSection title="Documents of the holder" note="All are needed before the fund countersigns.">
          <ul className="plain-list">
            {papers.map(({ paper, isHere, requestedFrom }) => (
              <li key={paper} className="breakable">
                {paper}: {isHere ? 'here' : requestedFrom ? 'not here yet' : 'requested with the agreement'}
              </li>
            ))}
          </ul>
          <p>
            <Link to={href('/profile/admin/outstanding')}>Requests for documents</Link>
          </p>
        </SettingsSection>
      )}
      <SettingsSection title="Remarks" note="The investor and the adviser who prepared it read them.">
        <Remarks remarks={subscription.remarks} onDone={say} />
      </SettingsSection>
      {canTake(subscriptionSteps.reject, state) && (
        <SettingsSection
          title="Reject"
          note="Possible until the fund has countersigned. The investor reads the reason."
        >
          <CommandForm command={rejectSubscriptionCommand} variant="danger" onDone={say} />
        </SettingsSection>
      )}
      <Notice {...notice} />
    </div>
  )
}

/** A holder that the office is asked to set up. */
function Wanted({ subscription: { wanted, state } }: { subscription: OfficeSubscription }) {
  if (!wanted || state !== 'terms') return null
  return (
    <p className="breakable">
      A new holder is wanted: {wanted.name} ({holderKinds[wanted.kind] ?? wanted.kind}).{' '}
      <Link to={href('/profile/admin/holders/new')}>Add the holder</Link>, with the investor as an authorized person.
    </p>
  )
}

function Terms({ subscription }: { subscription: OfficeSubscription }) {
  const { amountCents, rateBp, termMonths, payout, quotedThrough, offering, offeringId, person, holder } = subscription
  const { preparedBy, noteId, noteNumber, renews } = subscription
  return (
    <div className="stack gap-2 tabular breakable">
      {amountCents && rateBp !== null && (
        <p>
          {formatCents(BigInt(amountCents))} at {formatRate(rateBp)} a year for {termMonths} months,{' '}
          {payoutNames[payout as keyof typeof payoutNames]?.toLowerCase()}
          {quotedThrough && (
            <>
              , quoted until <Day date={quotedThrough} />
            </>
          )}
        </p>
      )}
      <p>
        Offering: <Link to={href('/profile/admin/offerings/:id', { id: offeringId })}>{offering}</Link>
      </p>
      <p>
        Person: <Link to={href('/profile/admin/people/:id/overview', { id: person.id })}>{person.name}</Link>
        {preparedBy && `, prepared by ${preparedBy}`}
      </p>
      {holder && (
        <p>
          Holder: <Link to={href('/profile/admin/holders/:id', { id: holder.id })}>{holder.legalName}</Link> (
          {holderKinds[holder.kind]}),{' '}
          <Link to={withQuery(href('/profile/admin/accreditation'), { holder: holder.id })}>accreditation</Link>
        </p>
      )}
      {renews && (
        <p>
          Adds to <Link to={href('/profile/admin/register/notes/:id', { id: renews.id })}>{renews.number}</Link>
        </p>
      )}
      {noteId && (
        <p>
          Note: <Link to={href('/profile/admin/register/notes/:id', { id: noteId })}>{noteNumber}</Link>
        </p>
      )}
    </div>
  )
}
