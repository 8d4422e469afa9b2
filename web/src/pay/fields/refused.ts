import './page/fields.css'
import { parentOf } from './page/parent.ts'

// The page says why there are no fields; its parent need not wait for them.
parentOf(document.body.dataset.parent ?? '', () => Promise.reject(new Error('there are no fields'))).ready()
