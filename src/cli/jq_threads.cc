// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_threads.h"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/jq_blocks.h"

namespace karta::cli {

namespace {

constexpr size_t kWorkerStack = 64 << 20;  // address space only, until it is used
constexpr size_t kStackReserve = 1 << 20;

// Threads that run blocks, and a ring of blocks between the reader and them.  The reader issues
// blocks, workers take them in order and, whoever happens to finish the oldest, write out what is
// complete.
class Pool {
 public:
  Pool(const JqJob& job, Output* output)
      : job_(job), output_(output), ring_(2 * static_cast<size_t>(job.options.threads) + 1) {
    job_.budget.stack_bytes = kWorkerStack - kStackReserve;
    wake_ = eventfd(0, EFD_CLOEXEC);
  }
  ~Pool() {
    if (wake_ >= 0) close(wake_);
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Becomes readable when no more input is wanted.
  int wake_fd() const { return wake_; }

  // False when not even one thread could be had.
  bool Start() {
    pthread_attr_t how;
    pthread_attr_init(&how);
    pthread_attr_setstacksize(&how, kWorkerStack);
    for (int i = 0; i < job_.options.threads; ++i) {
      pthread_t thread;
      if (pthread_create(&thread, &how, &Pool::ThreadMain, this) != 0) break;
      threads_.push_back(thread);
    }
    pthread_attr_destroy(&how);
    return !threads_.empty();
  }

  // A block to fill, once there is room; nullptr when no more input is wanted.
  Block* Free() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopped_ || issued_ - committed_ < ring_.size(); });
    return stopped_ ? nullptr : &At(issued_);
  }
  void Issue() {
    const std::lock_guard lock(mutex_);
    ++issued_;
    changed_.notify_all();
  }
  // Waits until all issued blocks are written out, or nothing after one of them counts.
  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return (stopped_ || committed_ == issued_) && !writing_; });
    stopped_ = true;
    changed_.notify_all();
  }
  // Only when every block is done: a run that nobody waits for may never end.
  void Join() {
    for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
  }

  // After Wait().
  bool broken() const {
    return broken_;
  }  // the oldest block left holds the beginning of a document
  const ExitStatus& exit() const { return exit_; }
  bool finished() const { return finished_; }  // halted, a limit, or a failed write
  std::vector<const Block*> LeftOver() {
    std::vector<const Block*> blocks;
    for (size_t i = committed_; i < issued_; ++i) blocks.push_back(&At(i));
    return blocks;
  }

 private:
  // Collects what one worker's runs give in their block.
  class BlockSink : public Sink {
   public:
    BlockSink(Pool* pool, size_t number, const JqInputs* inputs)
        : pool_(pool), number_(number), block_(pool->At(number)), inputs_(inputs) {}

    std::string* results() override { return &block_.results; }
    bool Written() override {
      // A block whose results grow without end must not fill the memory while it waits.
      if (block_.results.size() + message_bytes_ < kPatience) return true;
      message_bytes_ = 0;
      return pool_->WriteEarly(number_);
    }
    void Say(std::string_view text) override {
      message_bytes_ += text.size();
      block_.messages.push_back({block_.results.size(), std::string(text)});
    }
    void Fail(std::string_view rest) override {
      const size_t line = block_.first_line + inputs_->lines() - block_.lines_before_file;
      Say("jq: error (at " + block_.filename + ":" + std::to_string(line) + ")" +
          std::string(rest) + "\n");
    }

   private:
    static constexpr size_t kPatience = 4 << 20;

    Pool* pool_;
    size_t number_;
    Block& block_;
    const JqInputs* inputs_;
    size_t message_bytes_ = 0;
  };

  Block& At(size_t number) { return ring_[number % ring_.size()].block; }

  static void* ThreadMain(void* pool) {
    static_cast<Pool*>(pool)->Work();
    return nullptr;
  }

  void Work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return stopped_ || taken_ < issued_; });
      if (stopped_) return;
      const size_t number = taken_++;
      lock.unlock();
      RunBlock(number);
      lock.lock();
      ring_[number % ring_.size()].done = true;
      Commit(lock);
    }
  }

  void RunBlock(size_t number) {
    Block& block = At(number);
    block.results.clear();
    block.messages.clear();
    block.documents = 0;
    block.exit = ExitStatus();
    block.stop = block.broken = false;
    JqInputs inputs(job_.options, SourceOf(block.text()));
    BlockSink sink(this, number, &inputs);
    const jq::World world = MakeWorld(&sink, job_.printer);
    Processor processor(job_, &sink, &world);
    while (!block.stop) {
      const Result<std::optional<json::Value>> next = inputs.Next();
      if (!next.ok()) {
        block.broken = true;
        return;
      }
      if (!*next) return;
      const Processor::Verdict verdict = processor.Process(**next);
      block.exit.NoteInput(verdict.status);
      block.stop = verdict.stop;
      ++block.documents;
    }
  }

  // Writes out all blocks that are done, oldest first.  Called with the lock held; lets go of it
  // while it writes, so that a slow reader of the output does not hold up the other workers.
  void Commit(std::unique_lock<std::mutex>& lock) {
    if (writing_) return;
    while (!stopped_ && committed_ < issued_ && ring_[committed_ % ring_.size()].done) {
      Block& block = At(committed_);
      writing_ = true;
      lock.unlock();
      const bool written = WriteOut(&block);
      lock.lock();
      writing_ = false;
      if (block.documents > 0) exit_.Append(block.exit);
      if (block.broken) {  // it stays the oldest block: the rest of it is for somebody else
        broken_ = true;
        Stop();
      } else {
        ring_[committed_ % ring_.size()].done = false;
        ++committed_;
        finished_ = block.stop || !written;
        if (finished_) Stop();
      }
      changed_.notify_all();
    }
    // Nothing is on its way: do not keep results back while the input is slow.
    if (!stopped_ && committed_ == issued_) output_->Flush();
  }

  // Writes what a running block has so far as soon as it is the oldest one.
  bool WriteEarly(size_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || (committed_ == number && !writing_); });
    if (stopped_) return false;
    writing_ = true;
    lock.unlock();
    Block& block = At(number);
    const bool written = WriteOut(&block);
    block.results.clear();
    block.messages.clear();
    lock.lock();
    writing_ = false;
    changed_.notify_all();
    return written;
  }

  bool WriteOut(Block* block) {
    std::string_view rest = block->results;
    size_t done = 0;
    for (const Block::Message& message : block->messages) {
      output_->buffer()->append(rest.substr(done, message.after - done));
      done = message.after;
      output_->Flush();
      WriteError(message.text);
    }
    output_->buffer()->append(rest.substr(done));
    return output_->Written();
  }

  void Stop() {
    stopped_ = true;
    const uint64_t one = 1;
    if (wake_ >= 0) (void)!write(wake_, &one, sizeof one);
  }

  struct Slot {
    Block block;
    bool done = false;
  };

  JqJob job_;
  Output* output_;
  int wake_ = -1;
  std::vector<pthread_t> threads_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Blocks are numbered from 0: committed_ <= taken_ <= issued_ <= committed_ + ring_.size().
  std::vector<Slot> ring_;
  size_t issued_ = 0;
  size_t taken_ = 0;
  size_t committed_ = 0;
  bool writing_ = false;  // somebody uses output_; only with committed_'s block
  bool stopped_ = false;
  bool broken_ = false;
  bool finished_ = false;
  ExitStatus exit_;
};

// Reads on where the workers stopped: blocks nobody finished, what the block reader had in hand,
// and then the chain itself.
class Remainder {
 public:
  Remainder(std::vector<const Block*> blocks, std::string_view carry, ByteChain* chain)
      : blocks_(std::move(blocks)), carry_(carry), chain_(chain) {}

  Result<size_t> Read(char* buffer, size_t size) {
    while (text_.empty() && next_ < blocks_.size()) {
      current_ = blocks_[next_++];
      text_ = current_->text();
    }
    if (text_.empty() && !in_chain_) {
      in_chain_ = true;
      text_ = carry_;
    }
    if (text_.empty()) return chain_->Read(buffer, size);
    return SourceOf(std::exchange(text_, text_.substr(std::min(size, text_.size()))))(buffer, size);
  }

  const std::string& filename() const {
    return in_chain_ || current_ == nullptr ? chain_->filename() : current_->filename;
  }
  size_t lines_before_file() const {
    return in_chain_ || current_ == nullptr ? chain_->lines_before() : current_->lines_before_file;
  }
  // Only what was read up to here counts; the block reader may have been further.
  bool failed() const { return in_chain_ && chain_->failures() > 0; }

 private:
  std::vector<const Block*> blocks_;
  size_t next_ = 0;
  const Block* current_ = nullptr;
  std::string_view text_;
  std::string_view carry_;
  bool in_chain_ = false;
  ByteChain* chain_;
};

// "... at line 3, column 7", counted from where the reader began, counted from the beginning.
std::string AddLines(std::string message, size_t lines) {
  constexpr std::string_view kLine = " at line ";
  const size_t found = message.rfind(kLine);
  if (found == std::string::npos) return message;
  const size_t begin = found + kLine.size();
  size_t end = begin;
  while (end < message.size() && message[end] >= '0' && message[end] <= '9') ++end;
  const size_t line = std::strtoull(message.c_str() + begin, nullptr, 10) + lines;
  return message.replace(begin, end - begin, std::to_string(line));
}

}  // namespace

Status CheckThreadable(const jq::Program& program) {
  for (const std::string& builtin : program.traits().builtins) {
    for (const char* name : {"input", "inputs", "input_line_number", "input_filename"}) {
      if (builtin == std::string(name) + "/0") {
        return Unsupported(std::string("jq: --threads cannot be used with a program that calls ") +
                           name + ": every input has a run of its own");
      }
    }
  }
  return {};
}

void RunThreads(const JqJob& job, ByteChain& chain, Output& output, ExitStatus* exit) {
  Pool pool(job, &output);
  BlockReader reader(&chain);
  chain.set_output(nullptr);  // the workers write to it now
  chain.set_wake(pool.wake_fd());
  Status reading;
  if (pool.Start()) {
    while (Block* block = pool.Free()) {
      const Result<bool> more = reader.Next(block);
      reading = more.status();
      if (!more.ok() || !*more) break;
      pool.Issue();
    }
  }
  pool.Wait();
  chain.set_output(&output);
  chain.set_wake(-1);
  *exit = pool.exit();
  const std::vector<const Block*> blocks = pool.LeftOver();
  if (blocks.empty()) pool.Join();
  const bool limited = reading.code() == Code::kTimeout || reading.code() == Code::kExhausted;
  if (!pool.finished() && !pool.broken() && limited) {
    output.Flush();
    WriteError(LimitText(job, reading.code() == Code::kTimeout ? "TimeLimit" : "MemoryLimit"));
    exit->set_status(ExitStatus::kError);
  } else if (!pool.finished()) {
    const size_t lines = blocks.empty() ? reader.lines() : blocks[0]->first_line;
    Remainder rest(blocks, reader.carry(), &chain);
    JqInputs inputs(job.options,
                    [&rest](char* buffer, size_t size) { return rest.Read(buffer, size); });
    RunSequence(
        {.job = job,
         .output = output,
         .inputs = inputs,
         .filename = [&] { return rest.filename(); },
         .line = [&] { return inputs.lines() + lines - rest.lines_before_file(); },
         .failed = [&] { return rest.failed(); },
         .correct_error = [&](std::string message) { return AddLines(std::move(message), lines); },
         .skip = blocks.empty() ? 0 : blocks[0]->documents},
        exit);
  }
  // Workers may still be busy with blocks that no longer count, perhaps for ever.
  if (!blocks.empty()) _exit(FinishOutput(&output, *exit, job.options));
}

}  // namespace karta::cli
