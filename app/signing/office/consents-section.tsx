import style from '../../document-requests/office/outstanding-page.module.css'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { Badge } from '../../shell/ui/badge.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { withdrawEsignConsentForCommand } from '../consent.commands.ts'
import type { EsignConsent } from '../server/consents.ts'

type Props = { consents: readonly EsignConsent[]; name: string; onNotice: (notice: string) => void }

/** A person's consents to electronic records and signatures, and their withdrawal by a letter or a call. */
export function ConsentsSection({ consents, name, onNotice }: Props) {
  return (
    <section aria-labelledby="electronic-signatures">
      <header className={`cluster baseline apart gap-2-5 below-4 ${style.head}`}>
        <h2 id="electronic-signatures">Electronic signatures</h2>
      </header>
      {consents.length === 0 && <p className="quiet measure">{name} hasn’t agreed to them, and signs on paper.</p>}
      {consents.length > 0 && (
        <ul className="stack gap-3 tabular breakable plain-list">
          {consents.map(({ id, version, givenAt, withdrawnAt, isInForce }) => (
            <li key={id} className="stack start gap-1">
              <span>
                Agreed <FormattedDate date={givenAt} />, version {version}{' '}
                {withdrawnAt ? (
                  <Badge>
                    Withdrawn <FormattedDate date={withdrawnAt} />
                  </Badge>
                ) : (
                  !isInForce && <Badge tone="warning">To be asked again</Badge>
                )}
              </span>
              {!withdrawnAt && (
                <CommandForm command={withdrawEsignConsentForCommand} fields={{ consent: id }} onDone={onNotice} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
