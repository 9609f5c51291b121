import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { faq, type Question } from '../../content/faq.ts'
import { fund } from '../../content/fund.ts'
import { requestDocuments } from '../../content/navigation.ts'
import { Link } from '../shell/ui/link.tsx'
import { Consultation } from './consultation.tsx'
import style from './faq.module.css'
import { pageMeta } from './meta.ts'
import { PageIntro } from './page-intro.tsx'
import { StructuredData } from './structured-data.tsx'
import '../shell/styles/layout.css'

export const meta = () => pageMeta(faq.title, faq.description)

/** Eleven questions, one open at a time (specification section 2), which works without scripts. */
export default function Faq() {
  useNamedQuestion()
  return (
    <>
      <PageIntro heading={faq.heading} lead={faq.lead} />
      <div className={`wrap columns ${style.page}`}>
        <div className={`stack start top gap-4 first-4 sticky ${style.aside}`} data-print="no">
          <p>{faq.more}</p>
          <Consultation variant="primary">{faq.ask}</Consultation>
          <p className="quiet lining">
            Or call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>, or{' '}
            <Link to={requestDocuments.to}>{requestDocuments.label.toLowerCase()}</Link>.
          </p>
        </div>
        <div className="double-above from-6">
          {faq.questions.map(question => (
            <QuestionEntry key={question.id} question={question} />
          ))}
          <p className={`quiet long-measure ${style.disclaimer}`}>{fund.disclaimer}</p>
        </div>
      </div>
      <StructuredData thing={{ '@type': 'FAQPage', mainEntity: faq.questions.map(toStructuredData) }} />
    </>
  )
}

/**
 * Opens the question in the address's hash. When the page is loaded, the browser does so on its own, because the hash is
 * the id of the answer inside `<details>`; for links within the site, the router only scrolls.
 */
function useNamedQuestion() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again opens it again
  useEffect(() => {
    const entry = faq.questions.some(({ id }) => hash === `#${id}`) && document.querySelector(hash)?.closest('details')
    if (!entry) return
    // Before hydration the browser has already opened it, and the reader may have opened another one since.
    const isHydrating = document.documentElement.dataset.ready === undefined
    if (isHydrating && document.querySelector('details[name=question][open]')) return
    entry.open = true
    entry.scrollIntoView()
  }, [hash, key])
}

function toStructuredData({ question, answer: [first, ...rest], steps = [] }: Question) {
  const text = [first, ...steps, ...rest].join(' ')
  return { '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text } }
}

function QuestionEntry({ question: { id, question, answer, steps } }: { question: Question }) {
  const [first, ...rest] = answer
  return (
    <details name="question" className={`line-below ${style.entry}`}>
      <summary>
        <h2>{question}</h2>
      </summary>
      <div id={id} className={`stack gap-4 ${style.answer}`}>
        <p>{first}</p>
        {steps && (
          <ol>
            {steps.map(step => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {rest.map(text => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </details>
  )
}
