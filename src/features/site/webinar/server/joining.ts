/** Where the webinar takes place. It is mailed to those who signed up, and stands on no page. */
export const joiningAddress = 'https://meet.beaa.example/ai-for-marketing-and-sales'
