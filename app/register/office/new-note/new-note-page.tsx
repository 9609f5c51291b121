import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { draftNoteCommand } from '../../../notes/draft.commands.ts'
import counted from '../../../shell/office/counted-page.module.css'
import { ListHead } from '../../../shell/office/list-head.tsx'
import linkStyle from '../../../shell/office/person-link.module.css'
import { Link } from '../../../shell/ui/link.tsx'
import type { NoteCandidate, NoteCandidates } from '../../server/note-candidates.ts'
import style from '../register.module.css'
import { ChooseHolder } from './choose-holder.tsx'
import { DraftForm } from './draft-form.tsx'
import { HolderFields } from './holder-fields.tsx'
import { usualTerms } from './typed-terms.ts'

type Props = NoteCandidates & {
  today: string
  search: string
  chosen?: NoteCandidate | undefined
}

/** A new note: its holder, its terms, and the terms read back in words before it is written. */
export function NewNotePage({ today, search, candidates, hasMore, chosen }: Props) {
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title="New note" count={chosen && 'Draft, not visible to the holder'} />
      {chosen ? (
        <DraftForm
          key={chosen.holderId ?? chosen.personId}
          today={today}
          action={withQuery(href('/profile/admin/register/notes/new'), {
            for: chosen.holderId ?? chosen.personId ?? '',
          })}
          command={draftNoteCommand}
          start={{ ...usualTerms(today) }}
          holder={chosen.name}
          saleState={chosen.state ?? ''}
        >
          <p>
            <strong>{chosen.name}</strong>
            <span className={style.fact}>{[chosen.number, chosen.detail].filter(Boolean).join(' · ')}</span>
            <Link to={href('/profile/admin/register/notes/new')} className={linkStyle.link}>
              Choose another holder
            </Link>
          </p>
          {chosen.personId && <HolderFields person={chosen} />}
        </DraftForm>
      ) : (
        <ChooseHolder search={search} candidates={candidates} hasMore={hasMore} />
      )}
    </div>
  )
}
