import type { ReactNode } from 'react'
import { href } from 'react-router'
import review from '../../../accreditation/office/review/review.module.css'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { PageName } from '../../../shell/office/page-name.tsx'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { Badge } from '../../../shell/ui/badge.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { Options } from '../../../shell/ui/options.tsx'
import { decideHitCommand } from '../../sanctions.commands.ts'
import { hitStates, listKinds, nameSources } from '../../sanctions.ts'

/** Loads a hit beside its holder or person. */
export const loader = loadOne(({ actor, operations }, id) => operations.getSanctionsHit(actor, id))

/** POST: requests a decision. */
export const action = commandActions([decideHitCommand], {
  about: { hit: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/sanctions/:id', { id: param('id') }),
})

export default showOne<typeof loader>(HitPage)

/** An entry beside the holder or person with a name that is close to it, and what two people decide. */
function HitPage({ hit, holders, person, isRequested }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  const { entry, matched, name, state } = hit
  const others = entry.aliases.filter(alias => alias.name !== matched)
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink className={review.back} to={href('/profile/admin/sanctions')}>
        Sanctions
      </BackLink>
      <header className="cluster baseline gap-2-4">
        <PageName name={`Sanctions hit of ${name}`} />
        <Badge tone={state === 'open' ? 'warning' : state === 'confirmed' ? 'danger' : 'plain'}>
          {hitStates[state]}
        </Badge>
      </header>
      <div className={review.sides}>
        <section aria-labelledby="theirs" className={review.section}>
          <h2 id="theirs">On the list</h2>
          <Facts
            facts={[
              ['Name', matched],
              matched !== entry.name && ['An alias of', entry.name],
              ['Closeness', `${hit.score} of 100`],
              ['List', `${listKinds[hit.kind]}, entry ${entry.uid}${hit.isListed ? '' : ', no longer on the list'}`],
              ['Kind', entry.kind === 'individual' ? 'A person' : 'An organization'],
              ['Programs', entry.programs.join(', ')],
              ['Born', entry.births.join(', ')],
              ['Places', entry.places.join('; ')],
              ['Other names', others.map(alias => (alias.isWeak ? `${alias.name} (weak)` : alias.name)).join('; ')],
              ['Remarks', entry.remarks],
            ]}
          />
        </section>
        <section aria-labelledby="ours" className={review.section}>
          <h2 id="ours">In the portal</h2>
          <Facts
            facts={[
              [nameSources[hit.source], name],
              person && [
                'Person',
                <Link key="p" to={href('/profile/admin/people/:id/overview', { id: person.id })}>
                  {person.email}
                </Link>,
              ],
              ...holders.map(
                ({ id, number, legalName, address, state }) =>
                  [
                    `Holder ${number}`,
                    <>
                      <Link to={href('/profile/admin/holders/:id', { id })}>{legalName}</Link>
                      <span className="block quiet">
                        {[address?.replaceAll('\n', ', '), state].filter(Boolean).join(', ')}
                      </span>
                    </>,
                  ] as const,
              ),
              ['Found', <FormattedDate key="f" date={hit.foundAt} />],
            ]}
          />
        </section>
      </div>
      {hit.reason && hit.decidedAt && (
        <p className={review.pending}>
          {hitStates[state]} on <FormattedDate date={hit.decidedAt} />: {hit.reason}
        </p>
      )}
      {state === 'confirmed' && (
        <p className={review.alarm}>
          Pay nothing and return nothing. Property of a blocked person is reported to OFAC within 10 business days: call
          counsel now.
        </p>
      )}
      {isRequested ? (
        <p className={review.pending}>
          A decision needs a second person’s approval. <Link to={href('/profile/admin/approvals')}>See approvals</Link>
        </p>
      ) : (
        <section aria-labelledby="decide" className={review.section}>
          <h2 id="decide">{state === 'open' ? 'Decide' : 'Decide again'}</h2>
          <p className="quiet measure">
            Compare more than the name. While the hit isn’t cleared, nothing can be sold or paid. Once cleared, it stays
            so for later lists until the name or the entry changes.
          </p>
          <CommandForm
            command={decideHitCommand}
            fields={{
              decision: {
                defaultValue: '',
                children: (
                  <>
                    <option value="">Choose</option>
                    <Options of={decideHitCommand.fields.decision.options ?? {}} />
                  </>
                ),
              },
            }}
            onDone={say}
          />
        </section>
      )}
      <Notice {...notice} />
    </article>
  )
}

type Fact = readonly [name: string, value: ReactNode]

/** Those that have a value. */
function Facts({ facts }: { facts: readonly (Fact | false | undefined)[] }) {
  return (
    <dl className={`facts tabular double breakable ${review.facts}`}>
      {facts.map(
        fact =>
          fact &&
          Boolean(fact[1]) && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
