import { type ReactNode, Suspense } from 'react'
import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { revealNumberCommand } from '../../../../rules/vault.commands.ts'
import { canTake, certificationSteps } from '../../../../rules/workflows.ts'
import { LazyEvidenceDocument } from '../../../accreditation/office/review/lazy-evidence-document.tsx'
import review from '../../../accreditation/office/review/review.module.css'
import type { PortalDocument } from '../../../documents/server/documents.ts'
import { holderKinds } from '../../../holders/holders.ts'
import { ActionButtons } from '../../../shell/actions/action-button.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { PageName } from '../../../shell/office/page-name.tsx'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { resultOrError } from '../../../shell/portal/server-errors.ts'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import * as cardCommands from '../../card.commands.ts'
import { certificationStates, classifications, exemptCodes, taxForms, taxStates, validations } from '../../profile.ts'
import type { TaxCard } from '../../server/tax-card.ts'
import { maskedTin } from '../../tin.ts'
import { matchingAnswers } from '../../tin-matching.ts'
import style from '../tax.module.css'
import { BNoticesSection } from './b-notices-section.tsx'
import { ConsentList } from './consent-list.tsx'
import { EnterForm, ReturnForm } from './enter-form.tsx'
import { FileForm } from './file-form.tsx'
import { RevealNumber } from './reveal-number.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../shell/portal/viewer-revalidation.ts'

/** Loads what is on file about a holder's taxes; `document` in the query is the one that is shown, by default the newest form's. */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const card = await operations.getTaxCard(actor, id)
  const requested = query.get('document')
  const ids = [...card.forms.map(({ documentId }) => documentId), ...card.unused.map(({ id }) => id)].filter(
    id => id !== null,
  )
  const chosen = ids.find(id => id === requested) ?? ids[0]
  const shown = chosen ? await resultOrError(operations.getDocument(actor, chosen), 'LOAD_DOCUMENTS_FAILED') : undefined
  return { card, today: todayOfFund(), document: shown?.value, loadError: shown?.loadError }
})

/** POST: what the office does about a holder's taxes. */
export const action = commandActions([...Object.values(cardCommands), revealNumberCommand], {
  about: { holder: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/tax/holders/:id', { id: param('id') }),
})

export default showOne<typeof loader>(CardPage)

type Props = {
  card: TaxCard
  /** 'YYYY-MM-DD' of the fund. */
  today: string
  document?: PortalDocument | undefined
  loadError?: Refusal | undefined
}

/** A holder's taxes: its forms on one side, the fields to enter from them on the other. */
function CardPage({ card, today, document, loadError }: Props) {
  const { say, ...notice } = useNotice()
  const { holder, state, forms } = card
  const waiting = forms.find(form => canTake(certificationSteps.accept, form.state))
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink className={review.back} to={href('/profile/admin/tax')}>
        Tax
      </BackLink>
      <header className="cluster baseline gap-2-4">
        <PageName name={`Taxes of ${holder.legalName}`} />
        <p className="quiet regular">
          <Link to={href('/profile/admin/holders/:id', { id: holder.id })}>{holder.number}</Link> ·{' '}
          {holderKinds[holder.kind]}
        </p>
        <Badge tone={state === 'matched' || state === 'provided' ? 'plain' : 'warning'}>{taxStates[state]}</Badge>
      </header>
      <ActionButtons say={say}>
        <div className={review.sides}>
          <div className={review.matter}>
            <OnFile card={card} />
            <FormList card={card} shownId={document?.id} />
            <LoadError error={loadError} />
            {document && (
              <Suspense>
                <LazyEvidenceDocument key={document.id} document={document} />
              </Suspense>
            )}
          </div>
          <div className={review.beside}>
            {waiting && card.open && <Waiting card={card} />}
            {waiting && !card.open && <EnterForm key={waiting.id} card={card} form={waiting} onNotice={say} />}
            {waiting && <ReturnForm form={waiting} onNotice={say} />}
            <FileForm card={card} onNotice={say} />
            <BNoticesSection card={card} today={today} onNotice={say} />
            <ConsentList consents={card.consents} />
          </div>
        </div>
      </ActionButtons>
      <Notice {...notice} />
    </article>
  )
}

type PartProps = Pick<Props, 'card'>

function OnFile({ card }: PartProps) {
  const { form, nameLine1, nameLine2, classification, exemptCode, tin, certifiedOn, validatedBy, match, holder } = card
  const facts: [string, ReactNode][] = [
    ['Form', form && certifiedOn ? `${taxForms[form]}, entered ${formatDay(certifiedOn)}` : 'None on file'],
  ]
  if (nameLine1) facts.push(['Name, line 1', nameLine1])
  if (nameLine2) facts.push(['Name, line 2', nameLine2])
  if (classification) facts.push(['Classification', classifications[classification]])
  if (exemptCode) facts.push(['Exempt payee code', `${exemptCode}: ${exemptCodes[exemptCode]}`])
  if (tin)
    facts.push([
      'Tax number',
      <RevealNumber key={tin.id} numberId={tin.id} masked={maskedTin(tin.last4, tin.kind)} kind={tin.kind} />,
    ])
  if (match) facts.push(['The IRS answered', `${matchingAnswers[match.code]}, ${formatDay(match.on)}`])
  if (validatedBy) facts.push(['Proved by', validations[validatedBy]])
  facts.push(['Address', holder.address ?? 'None: no form can be mailed, or filed'])
  return (
    <dl className={`facts tabular double ${review.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function FormList({ card: { forms, unused }, shownId }: { card: TaxCard; shownId: string | undefined }) {
  const linkTo = (id: string, filename: string) => (
    <Link to={`?document=${id}`} preventScrollReset aria-current={id === shownId ? 'true' : undefined}>
      {filename}
    </Link>
  )
  return (
    <section aria-labelledby="forms" className={review.section}>
      <h2 id="forms">Forms</h2>
      {forms.length + unused.length === 0 && <p className="quiet regular">None has been sent yet.</p>}
      <ul className={`stack gap-3 plain-list ${review.evidence}`}>
        {forms.map(({ id, form, state, documentId, filename, reason, sentBy, sentAt }) => (
          <li key={id}>
            {documentId ? linkTo(documentId, filename) : <span>{filename}</span>}
            <span className="quiet regular">
              {taxForms[form]}, {certificationStates[state].toLowerCase()}, from {sentBy},{' '}
              <FormattedDate date={sentAt} />
              {!documentId && ' · deleted'}
              {reason && ` · ${reason}`}
            </span>
          </li>
        ))}
        {unused.map(({ id, filename, addedAt }) => (
          <li key={id}>
            {linkTo(id, filename)}
            <span className="quiet regular">
              Uploaded <FormattedDate date={addedAt} />, not sent for review
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The entered data is pending: a second person compares the number with the form. */
function Waiting({ card: { holder, open } }: PartProps) {
  if (!open) return null
  return (
    <div className={`stack narrow gap-4 raised double-around ${style.enter}`}>
      <h2>Pending approval</h2>
      <p className="quiet measure">
        {open.isOwn
          ? 'You’ve entered the form’s data. Another person compares it and approves it under Approvals.'
          : 'Compare what was entered with the form, then approve it.'}
      </p>
      {open.numberId && (
        <p>
          Tax number as entered: <RevealNumber numberId={open.numberId} masked="•••••••••" />
        </p>
      )}
      <p>
        {open.isOwn ? (
          <Link to={href('/profile/admin/approvals')}>Approvals</Link>
        ) : (
          <Link to={href('/profile/admin/approvals/tax-forms/:id', { id: holder.id })}>Compare and approve</Link>
        )}
      </p>
    </div>
  )
}
