import { Suspense } from 'react'
import { href } from 'react-router'
import { fromCents } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { accreditationSteps, canTake } from '../../../../rules/workflows.ts'
import { holderKinds } from '../../../holders/holders.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandFold } from '../../../shell/commands/command-fold.tsx'
import { PageName } from '../../../shell/office/page-name.tsx'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { resultOrError } from '../../../shell/portal/server-errors.ts'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { categoryWords, ownerWord } from '../../categories.ts'
import { civilDay } from '../../investor/civil-day.ts'
import { Representation } from '../../investor/sign-section.tsx'
import { methodWords } from '../../methods.ts'
import * as reviewCommands from '../../review.commands.ts'
import type { StatementsToSign } from '../../server/paper-statements.ts'
import type { ReviewedAccreditation } from '../../server/review-list.ts'
import { stateWords } from '../../states.ts'
import { Decision } from './decision.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { LazyEvidenceDocument } from './lazy-evidence-document.tsx'
import style from './review.module.css'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../shell/portal/viewer-revalidation.ts'

/**
 * Loads one accreditation with all that its reviewer needs; `document` in the query is the one beside the checklist, by
 * default the first.
 */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const review = await operations.getAccreditationForReview(actor, id)
  const requested = query.get('document')
  const chosen =
    review.evidence.find(({ documentId }) => documentId !== null && documentId === requested) ??
    review.evidence.find(({ documentId }) => documentId !== null)
  const shown = chosen?.documentId
    ? await resultOrError(operations.getDocument(actor, chosen.documentId), 'LOAD_DOCUMENTS_FAILED')
    : undefined
  return { review, document: shown?.value, loadError: shown?.loadError }
})

/** POST: what a reviewer decides, or a signature on paper. */
export const action = commandActions([...Object.values(reviewCommands)], {
  about: { accreditation: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/accreditation/:id', { id: param('id') }),
})

export default showOne<typeof loader>(ReviewPage)

/** A reviewer's page: answers and evidence on one side, the checklist on the other. */
function ReviewPage({ review, document, loadError }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  const { holder, state } = review
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink className={style.back} to={href('/profile/admin/accreditation')}>
        Accreditation
      </BackLink>
      <header className="cluster baseline gap-2-4">
        <PageName name={`Accreditation of ${holder.legalName}`} />
        <p className="quiet regular">
          {holder.number} · {holderKinds[holder.kind]}
        </p>
        <Badge tone={canTake(accreditationSteps.approve, state) ? 'warning' : 'plain'}>{stateWords[state]}</Badge>
        <Button size="small" href={withQuery(href('/profile/accreditation.zip'), { holder: holder.id })}>
          Download the binder
        </Button>
      </header>
      {review.isBlocked && (
        <p className={style.alarm} role="alert">
          We have information that contradicts this holder’s accreditation. No note can be sold to them until two people
          clear it.
        </p>
      )}
      <div className={style.sides}>
        <div className={style.matter}>
          <Facts review={review} />
          <Signed review={review} />
          {review.paper && <OnPaper id={review.id} paper={review.paper} onDone={say} />}
          <EvidenceList review={review} shownId={document?.id} />
          <LoadError error={loadError} />
          {document && (
            <Suspense>
              <LazyEvidenceDocument key={document.id} document={document} />
            </Suspense>
          )}
        </div>
        <div className={style.beside}>
          <Decision review={review} onDone={say} />
          <Story review={review} />
        </div>
      </div>
      <Notice {...notice} />
    </article>
  )
}

function Facts({ review }: { review: ReviewedAccreditation }) {
  const { category, method, amountCents, minimumCents, owners, holder, members, verifiedOn } = review
  const facts: [string, React.ReactNode][] = [
    ['Amount', fromCents(Number(amountCents), true)],
    ['Category', `${categoryWords[category].cite}: ${categoryWords[category].words}`],
    ['Verified', `${methodWords[method].title} (${methodWords[method].source})`],
    ['Money', review.isOwnMoney ? 'Their own' : 'Lent for this note, in whole or in part'],
  ]
  if (minimumCents && method === 'high_minimum')
    facts.splice(1, 0, ['High minimum', fromCents(Number(minimumCents), true)])
  if (review.isRenewal) facts.push(['Sale', 'A renewal, without new money'])
  if (review.isJointTest) facts.push(['Joint test', 'A couple, verified together'])
  if (verifiedOn) facts.push(['Verified before', civilDay(verifiedOn)])
  if (holder.custodianName) facts.push(['Custodian', holder.custodianName])
  if (owners.length > 0) {
    const names = owners.map(({ name, isNatural }) => `${name}${isNatural ? '' : ' (not a person)'}`)
    facts.push([`Each ${ownerWord(holder.kind)}`, names.join(', ')])
  }
  facts.push(['Authorized people', members.join(', ')])
  return (
    <dl className={`facts tabular double ${style.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** For a member who signs on paper: the statements, and the form that files the scan. */
function OnPaper({ id, paper, onDone }: { id: string; paper: StatementsToSign; onDone: (notice: string) => void }) {
  const { text, signers, isIncomplete, pending } = paper
  return (
    <section aria-labelledby="paper" className={style.section}>
      <h2 id="paper">Signing on paper</h2>
      <p className="quiet measure">
        For a member who doesn’t agree to electronic signatures. Send them these statements, have them write name, date
        and signature below, and file the scan. A second person compares it.
      </p>
      <Representation text={text} />
      {pending ? (
        <p className={style.pending}>
          A scan needs a second person’s approval.{' '}
          <Link to={withQuery(href('/profile/admin/documents'), { document: pending.documentId })}>Open the scan</Link>
          {!pending.isOwn && (
            <>
              {' · '}
              <Link to={href('/profile/admin/approvals')}>Approvals</Link>
            </>
          )}
        </p>
      ) : isIncomplete ? (
        <p className="quiet regular">Evidence is still missing. They add it in their portal before anyone signs.</p>
      ) : (
        <CommandFold
          command={reviewCommands.paperStatementsCommand}
          title="Signed on paper"
          className={style.reasoned}
          action={href('/profile/admin/accreditation/:id', { id })}
          fields={{
            signer: {
              children: signers.map(({ userId, capacity }) => (
                <option key={userId} value={userId}>
                  {capacity}
                </option>
              )),
            },
            day: { defaultValue: todayOfFund(), max: todayOfFund() },
          }}
          onDone={onDone}
        />
      )}
    </section>
  )
}

function Signed({ review: { representations } }: { review: ReviewedAccreditation }) {
  const [first] = representations
  return (
    <section aria-labelledby="signed" className={style.section}>
      <h2 id="signed">What they signed</h2>
      {first ? <Representation text={first.text} /> : <p className="quiet regular">Nothing yet.</p>}
      {representations.map(({ name, signer, signedAt, signedOn, scanId, ip, version }) => (
        <p key={`${signer} ${signedAt}`} className="quiet regular">
          {signedOn && scanId ? (
            <>
              Signed on paper by {name} on {civilDay(signedOn)}, accepted <FormattedDate date={signedAt} time />.{' '}
              <Link to={withQuery(href('/profile/admin/documents'), { document: scanId })}>Open the scan</Link>.
            </>
          ) : (
            <>
              Signed “{name}” by {signer}, <FormattedDate date={signedAt} time />
              {ip && `, from ${ip}`}.
            </>
          )}{' '}
          Version {version}.
        </p>
      ))}
    </section>
  )
}

const decisionWords: Record<string, string> = {
  approved: 'Approved by',
  returned: 'Sent back by',
  rejected: 'Rejected by',
}

/** Who has reviewed, until when it is good, and which sales relied on it. */
function Story({ review }: { review: ReviewedAccreditation }) {
  const { reviews, validFrom, validThrough, reliances, reason, state, isCleared } = review
  return (
    <section aria-labelledby="story" className={style.section}>
      <h2 id="story">History</h2>
      {!review.submittedAt && <p className="quiet regular">Not submitted yet.</p>}
      <ul className="small tabular stack gap-3 plain-list">
        {review.submittedAt && (
          <li>
            Sent <FormattedDate date={review.submittedAt} time />
          </li>
        )}
        {reviews.map(({ reviewer, decision, reviewedAt, isOnTrust }) => (
          <li key={`${reviewer} ${reviewedAt}`}>
            {decisionWords[decision]} {reviewer}, <FormattedDate date={reviewedAt} time />
            {isOnTrust && ', on what the first reviewer had checked'}
          </li>
        ))}
        {validFrom && validThrough && (
          <li>
            Good from {civilDay(validFrom)} through {civilDay(validThrough)}
          </li>
        )}
        {reliances.map(({ noteId, amountCents, reliedOn }) => (
          <li key={noteId}>
            A note of {fromCents(Number(amountCents))} relied on it on {civilDay(reliedOn)}
          </li>
        ))}
        {reason && <li className="as-written">{state === 'revoked' ? `Revoked: ${reason}` : `Reason: ${reason}`}</li>}
        {isCleared && <li>Cleared by two people; notes can be sold again</li>}
      </ul>
    </section>
  )
}
