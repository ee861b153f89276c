// Runs real graphs whose saver keeps their threads in a PostgreSQL server: langgraph-threads.mjs postgres://… Prints what each checkpoint holds by
// LangGraph's own reading, as [thread, checkpoint, [[class, text], …]].
import { AIMessage, HumanMessage, RemoveMessage } from '@langchain/core/messages';
import * as graphs from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';

const { Annotation, DeltaChannel, END, MessagesAnnotation, messagesDeltaReducer, START, StateGraph } = graphs;

const saver = PostgresSaver.fromConnString(process.argv[2] ?? '');
await saver.setup();

let answers = 0;
const mill = () => {
  answers += 1;
  const usage_metadata = { input_tokens: 90 + answers, output_tokens: 9, total_tokens: 99 + answers };
  return { messages: [new AIMessage({ content: `Ground ${answers}.`, id: `a${answers}`, usage_metadata })], sacks: answers };
};
const sacks = Annotation({ reducer: (_, now) => now, default: () => 0 });
const graphOf = (spec) =>
  new StateGraph(spec).addNode('mill', mill).addEdge(START, 'mill').addEdge('mill', END).compile({ checkpointer: saver });

const whole = graphOf(Annotation.Root({ ...MessagesAnnotation.spec, sacks }));
// A value is kept whole at each fifth change, and as differences between.
const delta = graphOf(Annotation.Root({ messages: () => new DeltaChannel(messagesDeltaReducer, { snapshotFrequency: 5 }), sacks }));

const said = [];
for (const [thread, graph] of [
  ['harvest', whole],
  ['winter', delta],
]) {
  const config = { configurable: { thread_id: thread } };
  const ask = (content) => graph.invoke({ messages: [new HumanMessage({ content, id: `${thread} ${content}` })] }, config);
  for (const content of ['Rye.', 'Oats.', 'Corn.']) await ask(content);
  // Another answer from the first question on, then one without the first prompt.
  const states = await Array.fromAsync(graph.getStateHistory(config));
  await graph.invoke(null, states.findLast(({ next }) => next.includes('mill'))?.config);
  await graph.updateState(config, { messages: [new RemoveMessage({ id: `${thread} Rye.` })] });
  await ask('Wheat.');
  for (const { config: at, values } of await Array.fromAsync(graph.getStateHistory(config)))
    said.push([thread, at.configurable.checkpoint_id, (values.messages ?? []).map((one) => [one.getType(), one.text])]);
}
console.log(JSON.stringify(said));
await saver.end();
