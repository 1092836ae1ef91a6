import { configure } from 'arktype/config'

// Imported first: compiling schemas to code would double the time to the first answer. (Our policy forbids it in browsers.)
configure({ jitless: true })
