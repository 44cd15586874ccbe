import { HtmlBlock, Link } from '@partnerdesk/web';
import { useMemo } from 'react';
import { useGetTextBlockQuery } from '../text-blocks/text-block';

interface Question {
  question: string;
  answerHtml: string;
}

/** The sections of the FAQ: each heading with what follows it. A text without headings has none. */
function questionsIn(html: string): Question[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const questions: Question[] = [];
  for (const element of body.children) {
    if (/^H[1-6]$/.test(element.tagName))
      questions.push({ question: element.textContent ?? '', answerHtml: '' });
    else if (questions.length) (questions.at(-1) as Question).answerHtml += element.outerHTML;
  }
  return questions.filter(({ question, answerHtml }) => question.trim() && answerHtml);
}

/** The FAQ's questions, each opening its answer; nothing while it loads or has no headings: it has its own screen. */
export function Questions() {
  const { data = '' } = useGetTextBlockQuery('aff_faq');
  const questions = useMemo(() => questionsIn(data), [data]);
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="aff-questions-title" className="aff-questions">
      <h2 id="aff-questions-title">Questions</h2>
      {questions.map(({ question, answerHtml }) => (
        <details key={question}>
          <summary>{question}</summary>
          <HtmlBlock html={answerHtml} />
        </details>
      ))}
      <p>
        <Link to="/contact">Ask us something else</Link>
      </p>
    </section>
  );
}
