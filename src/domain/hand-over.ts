/** Where the quick qualification leaves `{ company, name, email, phone }` for the application form, in session storage. */
export const handOverKey = 'quickapply'
