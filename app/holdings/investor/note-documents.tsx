import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { titleOf } from '../../documents/documents.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { WholeCodes } from '../../shell/ui/whole-codes.tsx'
import style from './note-documents.module.css'

type Props = { documents: readonly { id: string; filename: string; created_at: Date }[] }

export function NoteDocuments({ documents }: Props) {
  return (
    <ul className={`plain-list double-above ${style.documents}`}>
      {documents.map(({ id, filename, created_at }) => (
        <li key={id}>
          <span className={`stack shrink ${style.name}`}>
            <Link to={withQuery(href('/profile'), { document: id })}>
              <WholeCodes>{titleOf(filename)}</WholeCodes>
            </Link>
          </span>
          <FormattedDate date={created_at} />
        </li>
      ))}
    </ul>
  )
}
