// --progress bar: for people, on standard error.
#pragma once

#include "progress_printer.hpp"

namespace sinew::baker {

/// A bar with the time left, drawn over and over in the last line of a terminal.
class BarPrinter : public ProgressPrinter {
public:
    void started(const SinewBakeProgress& progress) override;
    void message(const std::string& text) override;
    void frame(const SinewBakeProgress& progress, const SinewStepReport& report) override;
    void phase(const PhaseProgress& progress) override;
    void ended(const BakeEnd& end) override;

private:
    void draw(const SinewBakeProgress& progress, const std::string& detail = "");
    void clear();
};

/// Plain lines, about one a second, for logs.
class LinePrinter : public ProgressPrinter {
public:
    void started(const SinewBakeProgress& progress) override;
    void message(const std::string& text) override;
    void frame(const SinewBakeProgress& progress, const SinewStepReport& report) override;
    void phase(const PhaseProgress& progress) override;
    void ended(const BakeEnd& end) override;

private:
    std::string m_phase;  ///< printed last
    double m_next_seconds = 0.0;
};

}  // namespace sinew::baker
