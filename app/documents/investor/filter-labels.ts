import type { DocumentKind, DocumentSort, DocumentState } from '../document-query.ts'

export const kindLabels: Record<DocumentKind, string> = {
  pdf: 'PDF',
  word: 'Word',
  picture: 'Picture',
  text: 'Text',
  model: 'STL model',
  link: 'Signing link',
}

export const stateLabels: Record<DocumentState, string> = {
  new: 'New from investors',
  requested: 'Delete requested',
  unrequested: 'No delete request',
  viewed: 'Viewed',
  unviewed: 'Not viewed yet',
}

export const sortLabels: Record<DocumentSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  owner: 'Owner, A to Z',
  size: 'Largest first',
  views: 'Most viewed first',
}
