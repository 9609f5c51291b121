import { countOf } from '../../../../rules/number.ts'
import type { BatchFile } from '../../server/batch.ts'
import { fileProblems } from '../../words.ts'
import style from '../bulk.module.css'

/** Files that can't be delivered, or not all of them, by name. */
export function BatchFiles({ files }: { files: readonly BatchFile[] }) {
  const wrong = files.filter(({ problem }) => problem)
  if (wrong.length === 0) return null
  return (
    <section aria-labelledby="wrong-files" className={`stack start narrow gap-3 ${style.part}`}>
      <h2 id="wrong-files">{countOf(wrong.length, 'file')} with a problem</h2>
      <ul className="stack gap-2 full plain-list small">
        {wrong.map(({ n, filename, problem }) => (
          <li key={n}>
            <strong>{filename}</strong>: {problem && fileProblems[problem]}
          </li>
        ))}
      </ul>
    </section>
  )
}
