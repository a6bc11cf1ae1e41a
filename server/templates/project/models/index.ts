// All models, for programs that import them, such as a typed client. Tabularium itself loads every file of this folder.
export { Book } from './Book.ts'
