import type { LegalDocument, LegalText } from '../../content/legal/types.ts'
import style from './legal.module.css'
import '../shell/styles/layout.css'

type Article = Omit<LegalDocument, 'effective'> & { effective?: string }

/** A legal document, or another long text, with a table of contents beside it, which is not printed. */
export function Legal({ document: { title, effective, lead, sections } }: { document: Article }) {
  return (
    <article className={`wrap columns ${style.page}`}>
      <div className={`stack gap-4 ${style.opening}`}>
        <h1>{title}</h1>
        {effective && <p className="quiet">Effective {effective}</p>}
        <p className="size-lead leading-5">{lead}</p>
      </div>
      <nav className={`sticky ${style.contents}`} aria-labelledby="contents" data-print="no">
        <h2 id="contents">Contents</h2>
        <ol>
          {sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={`stack gap-7 ${style.sections}`}>
        {sections.map(({ id, heading, text }, i) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>
              <span className={style.numeral}>{i + 1}.</span> {heading}
            </h2>
            {text.map(part => (
              <Text key={String(part)} text={part} />
            ))}
          </section>
        ))}
      </div>
    </article>
  )
}

function Text({ text }: { text: LegalText }) {
  if (typeof text === 'string') return <p>{text}</p>
  return (
    <ul>
      {text.map(entry => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  )
}
