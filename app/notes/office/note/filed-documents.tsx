import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import style from '../../../register/office/register.module.css'
import type { NoteStory } from '../../../register/server/note-story.ts'
import type { StoryDocument } from '../../../register/server/story-statements.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { useAction } from '../../../shell/actions/use-action.ts'
import linkStyle from '../../../shell/office/person-link.module.css'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { fileNoteDocumentCommand, removeNoteDocumentCommand } from '../../note.commands.ts'
import { Fold } from './fold.tsx'
import own from './note.module.css'
import { NoteForm } from './note-form.tsx'

type Props = { story: NoteStory; onDone: (notice: string) => void }

/** The documents on the note's page for the holder's members, and the form by which the office files one. */
export function FiledDocuments({ story, onDone }: Props) {
  const { id, holder, documents } = story
  const filed = documents.filter(({ filedAt }) => filedAt)
  const others = documents.filter(({ filedAt }) => !filedAt)
  const toHolder = (words: string) => (
    <Link to={href('/profile/admin/holders/:id', { id: holder.id })} className={linkStyle.link}>
      {words}
    </Link>
  )
  return (
    <Fold
      id="papers"
      title="Documents"
      count={filed.length > 0 ? String(filed.length) : undefined}
      commands={[fileNoteDocumentCommand, removeNoteDocumentCommand]}
    >
      {filed.length > 0 ? (
        <ul className={`plain-list ${own.documents}`}>
          {filed.map(document => (
            <Filed key={document.id} noteId={id} document={document} onDone={onDone} />
          ))}
        </ul>
      ) : (
        <p className={style.about}>None yet. The signed note belongs here: its holder finds it on the note’s page.</p>
      )}
      {others.length > 0 ? (
        <NoteForm
          command={fileNoteDocumentCommand}
          noteId={id}
          fields={{
            document: {
              hint: <>Another one is added on {toHolder('the holder’s page')} first.</>,
              children: others.map(({ id: document, filename }) => (
                <option key={document} value={document}>
                  {filename}
                </option>
              )),
            },
          }}
          onDone={onDone}
        />
      ) : (
        <p className={style.about}>
          Documents are added on {toHolder('the holder’s page')}, and filed with the note here.
        </p>
      )}
    </Fold>
  )
}

function Filed({ noteId, document, onDone }: { noteId: string; document: StoryDocument; onDone: Props['onDone'] }) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  return (
    <li>
      <span>
        <Link to={withQuery(href('/profile/admin/people/:id', { id: document.userId }), { document: document.id })}>
          {document.filename}
        </Link>
        <span className={style.fact}>Filed {document.filedAt && <FormattedDate date={document.filedAt} />}</span>
      </span>
      <Form method="post" action={href('/profile/admin/register/notes/:id', { id: noteId })}>
        <ActionFields intent={removeNoteDocumentCommand.name} />
        <input type="hidden" name="document" value={document.id} />
        <Button
          type="submit"
          variant="link"
          size="small"
          busy={busy}
          busyLabel="Taking out…"
          aria-label={`Take out: ${document.filename}`}
        >
          Take out
        </Button>
      </Form>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
    </li>
  )
}
