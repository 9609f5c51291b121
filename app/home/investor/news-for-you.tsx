import { href } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { titleOf } from '../../documents/documents.ts'
import type { HomeData } from '../../documents/investor/load-documents.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { WholeCodes } from '../../shell/ui/whole-codes.tsx'
import style from './home-summary.module.css'

type Props = {
  home: HomeData
  /** How many conversations have something new. */
  messages: number
}

/** Documents that the reader hasn't read, by name; without any, the newest one from the fund. */
export function NewsForYou({ home: { unread, news }, messages }: Props) {
  const [newest] = news
  if (unread + messages === 0)
    return (
      <p className={style.sentence}>
        {newest ? (
          <>
            The latest document from us is <DocumentLink of={newest} />, added <FormattedDate date={newest.createdAt} />
            .
          </>
        ) : (
          'Everything we send you is kept here, and you can send us documents and messages.'
        )}
      </p>
    )
  const more = unread - news.length
  return (
    <section className={style.news} aria-labelledby="new-for-you">
      <h3 id="new-for-you">New for you</h3>
      <ul>
        {messages > 0 && (
          <li>
            <Link to={href('/profile/messages')}>{countOf(messages, 'new message')}</Link>
          </li>
        )}
        {unread > 0 &&
          news.map(document => (
            <li key={document.id}>
              <DocumentLink of={document} /> <FormattedDate date={document.createdAt} />
            </li>
          ))}
        {more > 0 && (
          <li>
            <a href="#documents">{countOf(more, 'more document')}</a>
          </li>
        )}
      </ul>
    </section>
  )
}

function DocumentLink({ of: { id, filename } }: { of: HomeData['news'][number] }) {
  return (
    <Link
      to={withQuery(href('/profile'), { document: id })}
      state={{ opened: true }}
      preventScrollReset
      viewTransition={false}
    >
      <WholeCodes>{titleOf(filename)}</WholeCodes>
    </Link>
  )
}
