import { useEffect, useRef } from 'react'
import style from './page-list.module.css'
import type { PdfReader } from './pdf-reader.ts'
import type { ReaderState } from './reader-state.ts'

type Props = {
  reader: PdfReader
  state: ReaderState
  onChosen: () => void
}

/** Thumbnails of all pages, rendered when about to scroll into view. Phones, short of memory, show numbers. */
export function PageList({ reader, state: { page, pages, labels }, onChosen }: Props) {
  const list = useRef<HTMLOListElement>(null)
  useThumbnails(list, reader)
  useEffect(() => {
    const current = list.current?.children[page - 1]
    current?.scrollIntoView({ block: 'nearest' })
  }, [page])
  return (
    <nav className={style.list} aria-label="Pages">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari doesn't announce a list without bullets */}
      <ol ref={list} role="list">
        {Array.from({ length: pages }, (_, i) => i + 1).map(number => (
          <li key={number}>
            <button
              type="button"
              aria-current={number === page ? 'page' : undefined}
              onClick={() => {
                reader.goTo(number)
                onChosen()
              }}
            >
              <canvas data-page={number} width={0} height={0} />
              <span>
                <span className="visually-hidden">Page </span>
                {labels?.[number - 1] || number}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function useThumbnails(list: React.RefObject<HTMLElement | null>, reader: PdfReader) {
  useEffect(() => {
    const element = list.current
    if (!element || matchMedia('(width < 48rem)').matches) return
    const rendered = new Map<Element, () => void>()
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          const release = rendered.get(target)
          if (isIntersecting && !release) {
            const canvas = target as HTMLCanvasElement
            rendered.set(target, reader.thumbnail(Number(canvas.dataset.page), canvas))
          } else if (!isIntersecting && release) {
            release()
            rendered.delete(target)
          }
        }
      },
      { root: element.parentElement, rootMargin: '200px 0px' },
    )
    for (const canvas of element.querySelectorAll('canvas')) observer.observe(canvas)
    return () => {
      observer.disconnect()
      for (const release of rendered.values()) release()
    }
  }, [list, reader])
}
