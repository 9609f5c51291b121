import review from '../../../accreditation/office/review/review.module.css'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import { Badge } from '../../../shell/ui/badge.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { withdrawConsentForCommand } from '../../card.commands.ts'
import type { MemberConsent } from '../../server/tax-card.ts'
import style from '../tax.module.css'

/** Who of the members has agreed to paperless forms. */
export function ConsentList({ consents }: { consents: readonly MemberConsent[] }) {
  return (
    <section aria-labelledby="consents" className={review.section}>
      <h2 id="consents">Paperless forms</h2>
      {consents.length === 0 && (
        <p className="quiet measure">No one has agreed to them: forms are printed and mailed.</p>
      )}
      {consents.length > 0 && (
        <ul className={`stack gap-2 tabular breakable plain-list ${style.list}`}>
          {consents.map(({ id, name, version, givenAt, withdrawnAt, isInForce }) => (
            <li key={id}>
              <span>
                {name}{' '}
                {withdrawnAt ? (
                  <Badge>Withdrawn</Badge>
                ) : isInForce ? (
                  <Badge>Agreed</Badge>
                ) : (
                  <Badge tone="warning">To be asked again</Badge>
                )}
              </span>
              <span className="quiet measure">
                Agreed <FormattedDate date={givenAt} />, version {version}
                {withdrawnAt && (
                  <>
                    {' · withdrawn '}
                    <FormattedDate date={withdrawnAt} />
                  </>
                )}
              </span>
              {isInForce && (
                <CommandButton
                  command={withdrawConsentForCommand}
                  fields={{ consent: id }}
                  variant="link"
                  aria-label={`They asked for paper: ${name}`}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
