import { expect, test } from 'vitest'
import { shortened } from '../../scripts/route-list.ts'

test('a route in the browser’s list names only what its parents don’t load, and what it has, under its id', () => {
  const routes = {
    root: {
      id: 'root',
      hasLoader: false,
      hasErrorBoundary: true,
      imports: ['react.js', 'frame.js'],
      css: ['frame.css'],
    },
    portal: {
      id: 'portal',
      parentId: 'root',
      path: 'profile',
      hasLoader: true,
      imports: ['react.js', 'portal.js', 'frame.js'],
      css: ['portal.css', 'frame.css'],
    },
    notes: {
      id: 'notes',
      parentId: 'portal',
      path: 'notes',
      hasLoader: true,
      hasAction: false,
      module: 'notes.js',
      imports: ['react.js', 'portal.js', 'years.js', 'figures.js'],
      css: ['portal.css', 'figures.css'],
    },
    home: { id: 'home', parentId: 'root', index: true, imports: ['portal.js'], css: undefined },
  }
  expect(shortened(routes)).toEqual({
    root: { hasErrorBoundary: true, imports: ['frame.js', 'react.js'], css: ['frame.css'] },
    portal: {
      parentId: 'root',
      path: 'profile',
      hasLoader: true,
      imports: ['portal.js'],
      css: ['portal.css'],
    },
    notes: {
      parentId: 'portal',
      path: 'notes',
      hasLoader: true,
      module: 'notes.js',
      imports: ['figures.js', 'years.js'],
      css: ['figures.css'],
    },
    home: { parentId: 'root', index: true, imports: ['portal.js'] },
  })
})
