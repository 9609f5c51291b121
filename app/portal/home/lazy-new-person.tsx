import { Suspense } from 'react'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import type { NewPersonProps } from './new-person.tsx'
// Part of the page's own styles, so that it arrives styled.
import './new-person.module.css'

const NewPerson = lazyWithFallback<NewPersonProps>(
  () => import('./new-person.tsx'),
  () => null,
)

/** What only new people see, loaded for them. */
export function LazyNewPerson(props: NewPersonProps) {
  return (
    <Suspense>
      <NewPerson {...props} />
    </Suspense>
  )
}
