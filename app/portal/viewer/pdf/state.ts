import type { Refusal } from '../../errors.ts'

/** Places found by a search: which one is shown, from 1, of how many. */
export interface Found {
  current: number
  total: number
  /** It is still looking. */
  searching?: boolean
}

/** How a page fits the window: its width (and no larger than reads well), all of it, or paper's own size. */
export type Fit = 'auto' | 'page-fit' | 'page-actual'

/** What there is to know of an open PDF. */
export interface ReaderState {
  /** `locked` wants a password; `unable`: pdf.js cannot run here. */
  stage: 'opening' | 'locked' | 'reading' | 'failed' | 'unable'
  wrongPassword: boolean
  failure?: Refusal
  /** Pieces of the file have not come. */
  lost?: Refusal
  pages: number
  /** From 1. */
  page: number
  /** The pages' own names, where they are not just numbers. */
  labels?: string[]
  /** 1 is actual size. */
  scale: number
  fit: Fit | undefined
  /** The scale at which a page fits the width. */
  fitScale: number
  found: Found
}

export const nothingFound: Found = { current: 0, total: 0 }

export const opening: ReaderState = {
  stage: 'opening',
  wrongPassword: false,
  pages: 0,
  page: 1,
  scale: 1,
  fit: 'auto',
  fitScale: 1,
  found: nothingFound,
}
