import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { holderKinds } from '../../../holders/holders.ts'
import style from '../../../register/office/register.module.css'
import type { NoteCandidate, NoteCandidates } from '../../../register/server/note-candidates.ts'
import { SearchField, SearchForm } from '../../../shell/office/search-form.tsx'
import { Badge } from '../../../shell/ui/badge.tsx'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import own from './new-note.module.css'

type Props = NoteCandidates & { search: string }

/** The first step of a new note: its holder. */
export function ChooseHolder({ search, candidates, hasMore }: Props) {
  const holders = candidates.filter(({ holderId }) => holderId)
  const people = candidates.filter(({ personId }) => personId)
  return (
    <>
      <SearchForm
        label="Holder"
        className={style.search}
        action={href('/profile/admin/register/notes/new')}
        values={{ q: search }}
      >
        <SearchField className={style.wide} label="Holder" placeholder="Name, number or e-mail" />
      </SearchForm>
      <Group title="In the register" rows={holders} more={hasMore.holders && moreInWords('holders', holders, search)} />
      <Group
        title="Accepted people, for a new holder"
        rows={people}
        more={hasMore.people && moreInWords('people', people, search)}
      />
      {candidates.length === 0 && (
        <EmptyState title={search ? 'No one found' : 'No one yet'} level={2}>
          {search
            ? `No holder, and no accepted person, is called “${search}”.`
            : 'Everyone whose account has been accepted will appear here. Accept or invite them under People.'}
        </EmptyState>
      )}
    </>
  )
}

/** @returns that a list doesn't have everyone, and the way to the others */
function moreInWords(nouns: string, { length }: NoteCandidate[], search: string): string {
  return search
    ? `More than ${length} ${nouns} match. Enter more of the name, number or e-mail.`
    : `The ${length} newest ${nouns} are listed. Search for the others above.`
}

function Group({ title, rows, more }: { title: string; rows: NoteCandidate[]; more: string | false }) {
  if (rows.length === 0) return null
  return (
    <section className={style.section}>
      <h2>{title}</h2>
      {more && <p className={style.about}>{more}</p>}
      <ul className={`stack plain-list ${own.people}`}>
        {rows.map(row => (
          <li key={row.holderId ?? row.personId}>
            <Link
              to={withQuery(href('/profile/admin/register/notes/new'), { for: row.holderId ?? row.personId ?? '' })}
            >
              <strong>
                {row.name} {row.isFrozen && <Badge tone="warning">Frozen</Badge>}
              </strong>
              <span className={style.fact}>
                {[row.number, row.kind && holderKinds[row.kind], row.detail].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
