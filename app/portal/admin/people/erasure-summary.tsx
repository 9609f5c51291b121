import { countOf } from '../../../../rules/number.ts'
import type { ErasurePlan } from '../../../../server/people/erasure.ts'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import style from './person-dialog.module.css'

/** What the erasure of an account removes and retains; with `done`, in the past tense. */
export function ErasureSummary({ plan, done = false }: { plan: ErasurePlan; done?: boolean }) {
  const { documents, kept, views, messages, calls, pseudonym } = plan
  return (
    <div className={style.summary}>
      <h3>{done ? 'Removed' : 'Will be removed'}</h3>
      <ul>
        <li>
          {countOf(documents, 'document')} with {documents === 1 ? 'its file' : 'their files'}
        </li>
        <li>Name, organization, e-mail address, earlier addresses, e-mail settings</li>
        <li>Sessions, passkeys and remembered browsers</li>
        <li>
          {countOf(messages, 'message')} and {countOf(calls, 'call')} from their addresses
        </li>
        <li>
          Their name in {countOf(views, 'entry', 'entries')} of viewing histories, replaced by “{pseudonym}”
        </li>
      </ul>
      <h3>{done ? 'Kept' : 'Will stay'}</h3>
      <ul>
        {kept.map(({ reason, law, documents, until }) => (
          <li key={reason}>
            {countOf(documents, 'document')}: {reason}
            {law && ` (${law})`}
            {until && (
              <>
                , the last until <FormattedDate date={until} />
              </>
            )}
          </li>
        ))}
        <li>The audit log, which names them only by an id</li>
        <li>Copies in backups, until those are replaced</li>
      </ul>
    </div>
  )
}
