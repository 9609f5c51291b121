import { href } from 'react-router'
import { changeDraftCommand } from '../../../notes/draft.commands.ts'
import counted from '../../../shell/office/counted-page.module.css'
import { ListHead } from '../../../shell/office/list-head.tsx'
import linkStyle from '../../../shell/office/person-link.module.css'
import { Link } from '../../../shell/ui/link.tsx'
import type { NoteStory } from '../../server/note-story.ts'
import { DraftForm } from '../new-note/draft-form.tsx'
import { termsToType } from '../new-note/typed-terms.ts'
import style from '../register.module.css'

type Props = { story: NoteStory; today: string }

/** A draft before its terms are locked: the form of a new note, filled in. */
export function EditDraftPage({ story, today }: Props) {
  const { id, number, holder, signers } = story
  const isSigned = signers.some(({ signedOn }) => signedOn)
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title={`Edit ${number}`} count="Draft, not visible to the holder" />
      <DraftForm
        today={today}
        action={href('/profile/admin/register/notes/:id/edit', { id })}
        command={changeDraftCommand}
        start={termsToType(story, today)}
        holder={holder.name}
        saleState=""
      >
        <p>
          <strong>{holder.name}</strong>
          <span className={style.fact}>{holder.number}</span>
          <Link to={href('/profile/admin/register/notes/:id', { id })} className={linkStyle.link}>
            Leave it as it is
          </Link>
        </p>
        {isSigned && (
          <p className={style.about}>
            Signatures recorded so far were for what it said before. They no longer count once it is saved.
          </p>
        )}
      </DraftForm>
    </div>
  )
}
