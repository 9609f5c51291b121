import { useEffect, useRef } from 'react'
import style from './page-list.module.css'
import type { Reader } from './reader.ts'
import type { ReaderState } from './state.ts'

type Props = {
  reader: Reader
  state: ReaderState
  /** A page was chosen. */
  onChosen: () => void
}

/** All pages, small; drawn when they come near the window. A phone, which has little room and memory, shows numbers. */
export function PageList({ reader, state: { page, pages, labels }, onChosen }: Props) {
  const list = useRef<HTMLOListElement>(null)
  useThumbnails(list, reader)
  useEffect(() => {
    const current = list.current?.children[page - 1]
    current?.scrollIntoView({ block: 'nearest' })
  }, [page])
  return (
    <nav className={style.list} aria-label="Pages">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari hears no list where there are no bullets */}
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

function useThumbnails(list: React.RefObject<HTMLElement | null>, reader: Reader) {
  useEffect(() => {
    const element = list.current
    if (!element || matchMedia('(width < 48rem)').matches) return
    const drawn = new Map<Element, () => void>()
    const look = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          const drop = drawn.get(target)
          if (isIntersecting && !drop) {
            const canvas = target as HTMLCanvasElement
            drawn.set(target, reader.thumbnail(Number(canvas.dataset.page), canvas))
          } else if (!isIntersecting && drop) {
            drop()
            drawn.delete(target)
          }
        }
      },
      { root: element.parentElement, rootMargin: '200px 0px' },
    )
    for (const canvas of element.querySelectorAll('canvas')) look.observe(canvas)
    return () => {
      look.disconnect()
      for (const drop of drawn.values()) drop()
    }
  }, [list, reader])
}
