import type { OwnActivity } from '../../audit/server/own-activity.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import style from './session-list.module.css'

const actors: Record<OwnActivity['by'], string | undefined> = {
  you: undefined,
  'the fund': 'By the fund',
  someone: 'Not signed in',
}

/** What happened last to the reader's account, newest first. */
export function ActivityList({ entries, loadError }: { entries?: OwnActivity[]; loadError?: Refusal }) {
  return (
    <div className="stack gap-5">
      <LoadError error={loadError} />
      {entries?.length === 0 && <p>Nothing has happened yet.</p>}
      {entries && entries.length > 0 && (
        <ul className="plain-list double-above">
          {entries.map(({ id, at, what, by, ip, device }) => (
            <li key={id} className={`stack center gap-3-5 line-below pad-4 ${style.entry}`}>
              <div>
                <h3>{what}</h3>
                <p className="quiet cluster gap-0-5 tabular breakable">
                  <FormattedDate date={at} time />
                  {actors[by] && <span>{actors[by]}</span>}
                  {device && <span>{device}</span>}
                  {ip && <span>IP address {ip}</span>}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
